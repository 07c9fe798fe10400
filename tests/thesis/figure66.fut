-- Figure 66: breadth-first search, a level at a time, with padded edges.
--
-- The graph has the edges 0-1, 0-2, 1-3, 2-3.
--
-- Since the thesis: stars on what is scattered into, `unzip` of a map's pairs, indexes of
-- type i64, sizes bound by `let`. The figure leaves out the parameter `updating_mask`.
-- ==
-- entry: once
-- input { [0i32, -1i32, -1i32, -1i32] [0i64, 2i64, 3i64, 4i64] [2i64, 1i64, 1i64, 0i64] [1i64, 2i64, 3i64, 3i64]
--         [true, false, false, false] [true, false, false, false] }
-- output { [0i32, 1i32, 1i32, -1i32] [false, false, false, false] [false, true, true, false] }

-- ==
-- entry: search
-- input { [0i64, 2i64, 3i64, 4i64] [2i64, 1i64, 1i64, 0i64] [1i64, 2i64, 3i64, 3i64] }
-- output { [0i32, 1i32, 1i32, 2i32] }

def step [n] [e]
         (cost: *[n]i32)
         (nodes_starting: [n]i64)
         (nodes_num_edges: [n]i64)
         (edges_dest: [e]i64)
         (visited: [n]bool)
         (mask: *[n]bool)
         (updating_mask: *[n]bool)
       : (*[n]i32, *[n]bool, *[n]bool) =
  let [n_indices] (active_indices: [n_indices]i64) =
    filter (\i -> mask[i]) (iota n)
  let e_max =
    reduce i64.max 0
           (map (\i -> nodes_num_edges[i]) active_indices)
  let (node_ids_2d, costs_2d) =
    unzip (map (\src_id: ([e_max]i64, [e_max]i32) ->
                  let s_index = nodes_starting[src_id]
                  let n_edges = nodes_num_edges[src_id]
                  let edge_indices = map (+ s_index) (iota e_max)
                  let node_ids =
                    map (\i ->
                           if i < s_index + n_edges
                           then let dst_id = edges_dest[i]
                                in if !visited[dst_id]
                                   then dst_id else -1
                           else -1)
                        edge_indices
                  let costs = replicate e_max (cost[src_id] + 1)
                  in (node_ids, costs))
               active_indices)
  let flat_len = e_max * n_indices
  let node_ids = reshape flat_len node_ids_2d
  let costs = reshape flat_len costs_2d
  let mask' =
    scatter mask active_indices (replicate n_indices false)
  let cost' =
    scatter cost node_ids costs
  let updating_mask' =
    scatter updating_mask node_ids (replicate flat_len true)
  in (cost', mask', updating_mask')

entry once [n] [e] (cost: *[n]i32) (nodes_starting: [n]i64) (nodes_num_edges: [n]i64) (edges_dest: [e]i64)
                   (visited: [n]bool) (mask: *[n]bool) =
  step cost nodes_starting nodes_num_edges edges_dest visited mask (replicate n false)

entry search [n] [e] (nodes_starting: [n]i64) (nodes_num_edges: [n]i64) (edges_dest: [e]i64): [n]i32 =
  let first = map (== 0) (iota n)
  let (cost, _, _) =
    loop (cost, visited, mask) = (map (\i -> if i == 0 then 0 else -1) (iota n), first, copy first)
    while or mask do
      let (cost, _, reached) =
        step cost nodes_starting nodes_num_edges edges_dest visited (copy mask) (replicate n false)
      in (cost, map2 (||) visited reached, reached)
  in cost
