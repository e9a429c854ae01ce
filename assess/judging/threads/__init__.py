"""Threads: remarks of an assessor and the organizers about one item of some work.

How to add threads to a type of work:

1. Register its spots (`assess.judging.threads.spots.register`): the public names of its
   items, their description in words (never with a run's name), and their pages.
2. Give its page `threads` (`assess.judging.threads.listing.threads_of`), and include
   `assess/judging/work/_threads.html` where they are shown.
3. Link to `{% url 'assess:thread_new' work.uuid %}?item=…`, or with `?on=<page>` to let
   the person choose among a page's items. That works without script.
4. With script: include `assess/judging/work/_talk.html` once, outside the swapped part,
   and let `talk.js` open it: `openTalk({item, about, mode, url})`, mode "flag" or
   "comment".
5. Work that can be skipped reads `skips_in(allocations)` with what is left, and counts
   it in its Progress as `skipped`.
"""
