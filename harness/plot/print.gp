# Theme for paper and screen: thin lines, small labels. Colours are told apart by colour-blind readers too.
set border 3 linewidth 1 linecolor rgb '#444444'
set tics nomirror out scale 0.6 textcolor rgb '#444444'
set grid ytics linetype 1 linewidth 0.5 linecolor rgb '#dddddd'
set key off
load theme_folder.'/shared.gp'
