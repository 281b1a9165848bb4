# Every timing in the order in which it was taken: the floor, the humps and the tail.
set title question."\n".caption
set xlabel "timing, in the order of measurement"
set ylabel "time (us), logarithmic"
set logscale y
set yrange [@below 10:1000000 @above]   # the tail is a thousand times the floor
set key top right
plot samples using 0:(stringcolumn("name") eq "idle" && !hide_curve ? column("ns") / 1000 : NaN) with points linestyle 1 title "idle", \
     samples using 0:(stringcolumn("name") ne "idle" && !hide_curve ? column("ns") / 1000 : NaN) with points linestyle 2 title "with the load", \
     predicted_p50 / 1000 with lines linestyle 9 title "your prediction of the median"
