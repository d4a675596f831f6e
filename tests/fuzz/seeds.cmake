# A fresh copy of the seeds for the short run, to which libFuzzer adds what it finds: each run begins from the same inputs.
file(REMOVE_RECURSE "${to}")
file(COPY "${from}/" DESTINATION "${to}")
file(MAKE_DIRECTORY "${found}")
