# Time per item against the size of the array.
set title question."\n".caption
set logscale x 10
set xlabel "items of 8 bytes"
set ylabel "time per item (ns)"
set format x "%.0s %c"
set xrange [700:2e8]
set yrange [0:2 @above]
set rmargin 14          # room for the words at the last prediction
unset key
array at = [1000, option_items]
array guess = [predicted_smallest, predicted_largest]
plot csv using (shown("x")):(column("p50_ns_per_item")) @curve, \
     at using (at[$1]):(guess[$1]) @mark, \
     at using (at[$1]):(guess[$1]):("your prediction") @mark_text
