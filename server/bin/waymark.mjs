#!/usr/bin/env node
/** `npx waymark`: the command line tool, started with the right Node. It lies here because npm links no file outside. */
import { fileURLToPath } from 'node:url'
import { run } from '../../bin/run.mjs'

await run([fileURLToPath(import.meta.resolve('../src/cli/main.ts')), ...process.argv.slice(2)])
