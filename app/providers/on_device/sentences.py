"""Every fixed sentence of the on-device assistant: plain, honest, and said no more than needed."""

INTRODUCTION = (
    "I work on this device without an AI model: I can remember and find things, "
    "but I cannot reason or write. Add a model in Settings, under Models, for full answers."
)
NEEDS_MODEL = "That needs an AI model; you can add one in Settings, under Models."
HELP = (
    "Here is what you can say to me:\n"
    "- “Remember that my sister is called Ana.”\n"
    "- “What do you know about Ana?” or “What do you know about me?”\n"
    "- “What did we discuss last week?”\n"
    "- “Search my memory for cameras.”\n"
    "- “Change my favourite colour to green.”\n"
    "- “Forget my old address.”\n"
    "Anything else you tell me is summed up in your daily log."
)
GREETING = "Hello! Tell me something to remember, or ask me about something you told me before."
THANKS = "You are welcome."
NEVER_MIND = "All right."
IN_THIS_CHAT = "You told me in this chat:"
NOTHING_KNOWN = "I have nothing about that in your memory yet."
NOTHING_FOUND = "I found nothing about that in your memory and past conversations."
ONLY_ASKED_THEN = "You told me nothing then. This is what you asked:"
NOTHING_THEN = "I found nothing from that time."
NOTHING_ABOUT_ME = (
    "There is nothing about you in your long-term memory yet. Say “remember that …” and I note it."
)
NOTED = "Noted."
NOTED_FOR_LOG = "Noted. It goes into your daily log when you leave this chat."
HOW_TO_KEEP = "Say “remember that …” if I should keep it for good."
WHAT_TO_REMEMBER = "What shall I remember? Say “remember that …”."
FORGET_ALL = (
    "I forget one thing at a time: say “forget …” with a few words of it. To delete everything, "
    "open the memory page, and there Stats."
)
WHAT_TO_FORGET = "What shall I forget? Say “forget …” with a few words of it."
CANNOT_SAVE = (
    "I cannot change your memory in this chat: memory is off here, or the chat is private."
)
NOT_REMEMBERED = "Nothing in your long-term memory says that, so there is nothing to change."
WHICH_TO_FORGET = "Which one shall I forget? Answer with its number, “all” or “none”."
WHICH_TO_CHANGE = "Which one do you mean? Answer with its number."
LEFT_ALONE = "All right, nothing was changed."
STILL_ELSEWHERE = (
    "Daily logs and the version history may still mention it; "
    "Forget on the memory page removes it everywhere."
)
ONLY_IN_LOG = (
    "It is not in your long-term memory, but I found this. Daily logs and past conversations can "
    "only be cleared on the memory page, with Forget:"
)
SEARCH_FAILED = "Your memory could not be searched just now. Please try again."
