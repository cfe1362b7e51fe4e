"""English words whose forms no stemmer joins: `bought` is `buy`, `children` is `child`."""

_FORMS = """
arise arose arisen; awake awoke awoken; beat beaten; become became; begin began begun; bend
bent; bite bit bitten; bleed bled; blow blew blown; break broke broken; breed bred; bring
brought; build built; burn burnt; buy bought; catch caught; choose chose chosen; come came;
creep crept; deal dealt; dig dug; draw drew drawn; dream dreamt; drink drank drunk; drive drove
driven; eat ate eaten; fall fell fallen; feed fed; feel felt; fight fought; fly flew flown;
forbid forbade forbidden; forget forgot forgotten; forgive forgave forgiven; freeze froze
frozen; get got gotten; give gave given; go went gone; grow grew grown; hang hung; hear heard;
hide hid hidden; hold held; keep kept; kneel knelt; know knew known; lay laid; lead led; learn
learnt; lend lent; light lit; lose lost; make made; mean meant; meet met; mistake mistook
mistaken; pay paid; ride rode ridden; ring rang rung; rise rose risen; run ran; say said; see
seen; seek sought; sell sold; send sent; sew sewn; shake shook shaken; shine shone; shoot shot;
show shown; shrink shrank shrunk; sing sang sung; sink sank sunk; sit sat; sleep slept; slide
slid; speak spoke spoken; spend spent; spin spun; stand stood; steal stole stolen; stick stuck;
strike struck; swear swore sworn; sweep swept; swim swam swum; swing swung; take took taken;
teach taught; tear tore torn; tell told; think thought; throw threw thrown; understand
understood; wake woke woken; wear wore worn; weep wept; win won; write wrote written; child
children; man men; woman women; foot feet; tooth teeth; mouse mice; goose geese; wife wives;
knife knives; leaf leaves; half halves; shelf shelves; self selves
"""

IRREGULAR = {
    form: base for base, *forms in (entry.split() for entry in _FORMS.split(";")) for form in forms
}
