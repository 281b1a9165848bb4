# Time per value of both implementations at each level: the gap and the ranking change.
set title question."\n".caption
set logscale y
set ylabel "time per value (ns)"
set yrange [@below 0.05:200 @above]
set xrange [0.4:8.6]   # row 0 is the header of the CSV
set boxwidth 0.8
set xtics noenhanced rotate by -25
set format y "%g"
unset key
plot csv using 0:(shown("p50_ns_per_item")):xtic(1) @bars, \
     csv using 0:(shown("p50_ns_per_item") * 1.3):(sprintf("%.2g", shown("p50_ns_per_item"))) with labels
