# Time per value of each sort and shape, on a log scale.
set title question."\n".caption
set logscale y
set ylabel "time per value (ns)"
set yrange [0.1:1000]
set xrange [-0.6:17.6]
set xtics rotate by -40 noenhanced
set format y "%g"
unset key
array at = [0, 0]
array guess = [predicted_sort_random / option_values, NaN]
plot csv using 0:(shown("p50_ns_per_item")):xtic(1) @bars, \
     at using (at[$1]):(guess[$1]) @mark, \
     at using (at[$1]):(guess[$1]):("your prediction") @mark_text
