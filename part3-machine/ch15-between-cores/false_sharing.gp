# Every sample of each row: where the two CPUs move, the samples fall into separate groups.
set title question."\n".caption
set ylabel "time per increment, or per crossing (ns)"
set logscale y
set yrange [0.5:1000]
set xrange [-0.6:2.6]
set format y "%g"
unset key
per_item(name, ns) = hide_curve ? NaN : ns / (name eq "ping_pong" ? option_increments / 25 : option_increments)
place(name) = name eq "adjacent" ? 0 : name eq "padded" ? 1 : 2
set xtics ("adjacent" 0, "padded" 1, "ping_pong" 2)
array at = [1, 1]
array guess = [predicted_padded_increment, NaN]
plot samples using (place(stringcolumn("name")) + (column("round") - 4) * 0.06):(per_item(stringcolumn("name"), column("ns"))) with points linestyle 1, \
     at using (at[$1]):(guess[$1]) @mark, \
     at using (at[$1]):(guess[$1]):("your prediction") @mark_text
