"""Everything Kivy: the application, its screens, widgets and theme. View models know no Kivy."""
