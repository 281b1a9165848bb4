# Time per byte of each variant: one jump, two kinds of data.
set title question."\n".caption
set ylabel "time per byte (ns)"
set yrange [0:10 @above]
set xrange [0.4:5.6]   # row 0 is the header of the CSV
set boxwidth 0.8
set xtics rotate by -20
unset key
array at = [1, 1]
array guess = [predicted_branchy_random_per_byte, NaN]
plot csv using 0:(shown("p50_ns_per_item")):xtic(1) @bars, \
     csv using 0:(shown("p50_ns_per_item") + 0.3):(sprintf("%.3g", shown("p50_ns_per_item"))) with labels, \
     at using (at[$1]):(guess[$1]) @mark, \
     at using (at[$1]):(guess[$1]):("your prediction") @mark_text
