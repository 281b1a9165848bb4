# Every sample of each row: where the two CPUs move, the samples fall into separate groups.
pairs = option_all_pairs eq 'yes'
distance = option_sweep eq 'distance'
set title question."\n".caption
set ylabel pairs ? 'time per crossing (ns)' : distance ? 'time per increment (ns)' : 'time per increment, or per crossing (ns)'
set logscale y
set yrange [@below 0.5:1000 @above]
set format y '%g'
crosses(name) = pairs || name eq 'ping_pong'      # 2 crossings for every 50 increments
per_item(name, ns) = hide_curve ? NaN : ns / (crosses(name) ? option_increments / 25 : option_increments)

# The distances stand on an axis. Other rows have names, and the rounds stand side by side above them.
array rows[32768]
rows[1] = 'adjacent'; rows[2] = 'padded'; rows[3] = 'ping_pong'
found = pairs || option_sweep ne 'none' ? 0 : 3
if (!found) { stats csv skip 1 using (rows[found = found + 1] = stringcolumn(1), found) nooutput }
row_of(name) = sum [i=1:found] (rows[i] eq name ? i : 0)
place(name, x, round) = distance ? x : row_of(name) + 0.5 * (round / (option_rounds + 1) - 0.5)
if (distance) {
    set xlabel 'distance between the two counters (bytes)'
    set logscale x 2
    set xrange [6:340]
    @draw_line
} else {
    set xrange [0.4:found + 0.6]
    set xtics () rotate by (found > 4 ? -30 : 0)
    do for [i=1:found] { set xtics add (rows[i] i) }
}
array at = [row_of('padded'), 1]
array guess = [predicted_padded_increment, NaN]
plot samples using (place(stringcolumn('name'), column('x'), column('round'))):(per_item(stringcolumn('name'), column('ns'))) with points linestyle 1, \
     at using (at[$1]):(guess[$1]) @mark, \
     at using (at[$1]):(guess[$1]):('your prediction') @mark_text
