#!/usr/bin/env node
process.stdout.write(`${process.argv.slice(2).join(" ")}\n`);
