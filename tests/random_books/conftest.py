import neighbors

assert neighbors.FOLDERS
