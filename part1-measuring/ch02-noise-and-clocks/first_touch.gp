# The same fill three times: the first one pays for the pages.
set title question."\n".caption
set ylabel "time of one fill (us)"
set yrange [0:6000 @above]
set xrange [0.4:4.6]   # row 0 is the header of the CSV
set boxwidth 0.8
unset key
array at = [1, 1]
array guess = [predicted_first_fill / 1000, NaN]
plot csv using 0:(shown("p50_ns") / 1000):xtic(1) @bars, \
     csv using 0:(shown("p50_ns") / 1000 + 130):(sprintf("%.0f", shown("p50_ns") / 1000)) with labels, \
     at using (at[$1]):(guess[$1]) @mark, \
     at using (at[$1]):(guess[$1]):("your prediction") @mark_text
