# Time per value of both implementations at each level: the gap and the ranking change.
set title question."\n".caption
set logscale y
set ylabel "time per value (ns)"
set yrange [0.05:200]
set xrange [-0.6:7.6]
set xtics rotate by -25
set format y "%g"
unset key
plot csv using 0:(shown("p50_ns_per_item")):xtic(1) @bars, \
     csv using 0:(shown("p50_ns_per_item") * 1.3):(sprintf("%.2g", shown("p50_ns_per_item"))) with labels
