# What all themes share: colours, line styles, and the words that a lab's script uses instead of styles.
if (!exists('weight')) weight = 1.0
if (!exists('label_gap')) label_gap = 1
set encoding utf8
set macros
set datafile separator ','
set samples 2
set linetype 1 linecolor rgb '#0072b2'      # blue, vermilion, green, purple, orange: Okabe and Ito's palette
set linetype 2 linecolor rgb '#d55e00'
set linetype 3 linecolor rgb '#009e73'
set linetype 4 linecolor rgb '#cc79a7'
set linetype 5 linecolor rgb '#e69f00'
set style line 1 linecolor rgb '#0072b2' linewidth 2*weight pointtype 7 pointsize 0.9*weight
set style line 2 linecolor rgb '#d55e00' linewidth 2*weight pointtype 5 pointsize 0.9*weight
set style line 3 linecolor rgb '#009e73' linewidth 2*weight pointtype 9 pointsize 1.0*weight
set style line 4 linecolor rgb '#cc79a7' linewidth 2*weight pointtype 13 pointsize 1.1*weight
set style line 5 linecolor rgb '#e69f00' linewidth 2*weight pointtype 11 pointsize 1.0*weight
set style line 8 linecolor rgb '#777777' linewidth 1*weight dashtype 2
set style line 9 linecolor rgb '#000000' linewidth 2*weight pointtype 2 pointsize 2.2*weight
curve = 'with linespoints linestyle 1'
curve2 = 'with linespoints linestyle 2'
curve3 = 'with linespoints linestyle 3'
curve4 = 'with linespoints linestyle 4'
curve5 = 'with linespoints linestyle 5'
bars = 'with boxes linestyle 1 fill solid 0.85 noborder'
mark = 'with points linestyle 9'
mark_text = 'with labels offset character 0.8,0.8 left noenhanced'
