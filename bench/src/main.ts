process.stdout.write("No benchmark yet.\n");
