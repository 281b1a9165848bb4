# One lookup in four situations.
set title question."\n".caption
set ylabel "time of one lookup (ns)"
set yrange [0:*]
set xrange [-0.6:3.6]
set xtics noenhanced
unset key
array at = [0, 1, 2, 3]
array guess = [predicted_few, predicted_many_random, predicted_many_in_order, predicted_misses]
plot csv using 0:(shown("p50_ns_per_item")):xtic(1) @bars, \
     csv using 0:(shown("p50_ns_per_item")):(sprintf("%.3g", shown("p50_ns_per_item"))) with labels offset character 0,1, \
     at using (at[$1]):(guess[$1]) @mark, \
     at using (at[$1]):(guess[$1]):("your prediction") @mark_text
