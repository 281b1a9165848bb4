# The stride walk: time of one access against the step, with the line and the page of this machine.
x_bytes = 1
step_bytes = option_mode eq 'passes' ? 8 : 1      # the lab counts steps in elements, or in bytes

set logscale x 2
set logscale y 10
set xrange [0.7*step_bytes : 6000*step_bytes]
set yrange [@below 0.1:1000 @above]
set xtics ('1 B' 1, '8 B' 8, '64 B' 64, '512 B' 512, '4 KiB' 4096, '32 KiB' 32768)
set ytics ('0.1 ns' 0.1, '1 ns' 1, '10 ns' 10, '100 ns' 100, '1 µs' 1000)
set xlabel 'step between two accesses'
set title question."\n".caption
set ylabel 'time of one access'
@draw_line
@draw_page

array at = [8, 64, 4096]
array guess = [NaN, NaN, NaN]
if (option_mode eq 'passes') {
    guess[1] = predicted_pass_at_step_1 / option_elements
    guess[2] = predicted_access_at_step_8
    guess[3] = predicted_access_at_step_512
}
plot csv using (shown('x')*step_bytes):(shown('p50_ns_per_item')) @curve, \
     at using (at[$1]):(guess[$1]) @mark, \
     at using (at[$1]):(guess[$1]):('predicted') @mark_text
