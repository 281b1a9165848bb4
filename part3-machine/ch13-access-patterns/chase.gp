# Time per node of each container, on a log scale: the order of the links decides.
set title question."\n".caption
set logscale y
set ylabel "time per node (ns)"
set yrange [@below 0.1:1000 @above]
set xrange [0.4:5.6]   # row 0 is the header of the CSV
set boxwidth 0.8
set xtics rotate by -20
set format y "%g"
unset key
one = option_variant ne 'all'           # then it is the only row
array at = [one && option_variant ne 'vector' ? NaN : 1, \
            !one ? 3 : option_variant eq 'list_shuffled' ? 1 : NaN]
array guess = [predicted_vector_pass / option_nodes, predicted_list_shuffled_pass / option_nodes]
plot csv using 0:(shown("p50_ns_per_item")):xtic(1) @bars, \
     csv using 0:(shown("p50_ns_per_item") * 1.25):(sprintf("%.3g", shown("p50_ns_per_item"))) with labels, \
     at using (at[$1]):(guess[$1]) @mark, \
     at using (at[$1]):(guess[$1]):("your prediction") @mark_text
