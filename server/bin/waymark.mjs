#!/usr/bin/env node
/** `npx waymark`: the command line tool, started with the right Node. It lies here because npm links no file outside. */
import { fileURLToPath } from 'node:url'
import { run } from '../../bin/run.mjs'

await run([fileURLToPath(new URL('../src/entry/cli/main.ts', import.meta.url)), ...process.argv.slice(2)])
