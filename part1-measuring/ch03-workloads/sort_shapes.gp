# Time per value of each sort and shape, on a log scale.
set title question."\n".caption
set logscale y
set ylabel "time per value (ns)"
set yrange [@below 1:1000 @above]
set xrange [0.4:18.6]   # row 0 is the header of the CSV
set boxwidth 0.8
set xtics rotate by -40 noenhanced
set rmargin 22          # room for the last names
set format y "%g"
unset key
array at = [1, 1]
array guess = [predicted_sort_random / option_values, NaN]
plot csv using 0:(shown("p50_ns_per_item")):xtic(1) @bars, \
     csv using 0:(shown("p50_ns_per_item") * 1.3):(sprintf("%.2g", shown("p50_ns_per_item"))) with labels, \
     at using (at[$1]):(guess[$1]) @mark, \
     at using (at[$1]):(guess[$1]):("your prediction") @mark_text
