from app.ui.screens.memory.view_model import MemoryTab, MemoryViewModel


def test_choosing_a_tab_reads_what_it_shows():
    read: list[MemoryTab] = []
    model = MemoryViewModel({tab: lambda tab=tab: read.append(tab) for tab in MemoryTab})
    assert model.state.tab is MemoryTab.LONG_TERM
    model.choose(MemoryTab.STATS)
    model.refresh()
    assert model.state.tab is MemoryTab.STATS
    assert read == [MemoryTab.STATS, MemoryTab.STATS]
