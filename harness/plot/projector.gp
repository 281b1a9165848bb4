# Theme for a wall: thick lines, large points, nothing that the last row can't read.
set border 3 linewidth 2 linecolor rgb '#222222'
set tics nomirror out scale 0.8 textcolor rgb '#222222'
set grid ytics linetype 1 linewidth 1 linecolor rgb '#d0d0d0'
set key off
weight = 1.6
load theme_folder.'/shared.gp'
