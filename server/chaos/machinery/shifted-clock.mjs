// A process clock that runs ahead or behind by the milliseconds in a file, while every other clock is right.
import { readFileSync } from 'node:fs'

const RealDate = Date
let offsetMs = 0
setInterval(() => {
  try {
    offsetMs = Number(readFileSync(process.env.CHAOS_CLOCK_FILE, 'utf8')) || 0
  } catch {
    offsetMs = 0
  }
}, 50).unref()

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + offsetMs)
    else super(...args)
  }
  static now() {
    return RealDate.now() + offsetMs
  }
  static [Symbol.hasInstance](value) {
    return Object.prototype.toString.call(value) === '[object Date]'
  }
}
