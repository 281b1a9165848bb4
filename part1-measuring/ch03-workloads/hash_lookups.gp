# One lookup in four situations, on a log scale.
set title question."\n".caption
set logscale y
set ylabel "time of one lookup (ns)"
set yrange [@below 1:1000 @above]
set xrange [0.4:4.6]   # row 0 is the header of the CSV
set boxwidth 0.7
set xtics noenhanced
set format y "%g"
unset key
array at = [1, 2, 3, 4]
array guess = [predicted_few, predicted_many_random, predicted_many_in_order, predicted_misses]
plot csv using 0:(shown("p50_ns_per_item")):xtic(1) @bars, \
     csv using 0:(shown("p50_ns_per_item") * 1.25):(sprintf("%.3g", shown("p50_ns_per_item"))) with labels, \
     at using (at[$1]):(guess[$1]) @mark, \
     at using (at[$1]):(guess[$1]):("your prediction") @mark_text
