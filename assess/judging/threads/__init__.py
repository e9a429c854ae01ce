"""Threads: what an assessor and the organizers say about one item of some work.

How a kind of work gets them:

1. Register its spots (`assess.judging.threads.spots.register`): what its items are
   called in public, what each is in words (never a run's name), and on which page it
   stands.
2. Give its page `threads` (`assess.judging.threads.listing.threads_of`), and include
   `assess/judging/work/_threads.html` where they are to be read.
3. Link to `{% url 'assess:thread_new' work.uuid %}?item=…`, or with `?on=<page>` to let
   the person choose among a page's items. That works without script.
4. With script: include `assess/judging/work/_talk.html` once, outside of what is
   swapped, and let
   `talk.js` open it: `openTalk({item, about, mode, url})`, mode "flag" or "comment".
5. Work that can be skipped reads `skips_in(allocations)` with what is left, and counts
   it in its Progress as `skipped`.
"""
