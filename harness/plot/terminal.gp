# Theme for a terminal: characters only, so no grid, no lines and no colours.
set tics nomirror
set key off
label_gap = 2
load theme_folder.'/shared.gp'
curve = "with points pointtype 'o'"
curve2 = "with points pointtype '+'"
curve3 = "with points pointtype '#'"
curve4 = "with points pointtype '%'"
curve5 = "with points pointtype '@'"
bars = 'with boxes'
mark = "with points pointtype 'X'"
mark_text = 'with labels offset character 2,0 left noenhanced'
