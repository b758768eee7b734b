import assert from 'node:assert/strict'
import { afterEach, suite, test } from 'node:test'
import { type Habits, habits, setHabits, weekdays } from './habits.ts'
import { formatQuantity, quantityIn, readIn, writtenIn } from './quantities.ts'
import {
  formatCalendarDay,
  formatDay,
  formatDeadline,
  formatExactTime,
  formatMonth,
  formatTime,
  formatTimeOfDay,
} from './times.ts'
import { timeFormat } from './write-time.ts'
import { dateAt, fieldAt, secondsAt, weekdayIn, zone } from './zone.ts'

afterEach(() => setHabits({}))
const plain = (text: string) => text.replaceAll('\u202f', ' ')
/** Wed 18 Nov 2026, 14:05:09 in London. */
const at = Date.UTC(2026, 10, 18, 14, 5, 9) / 1000
const london = { zone: 'Europe/London' } as const

suite('a moment', () => {
  const full = timeFormat({
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit' },
  })
  const digits = timeFormat({ day: '2-digit', month: '2-digit', year: 'numeric' })
  for (const [own, words, numbers] of [
    [{ date_order: 'mdy', clock: '12h' }, 'Wed, Nov 18, 2026, 2:05 PM', '11/18/2026'],
    [{ date_order: 'mdy', clock: '24h' }, 'Wed, Nov 18, 2026, 14:05', '11/18/2026'],
    [{ date_order: 'dmy', clock: '24h' }, 'Wed, 18 Nov 2026, 14:05', '18/11/2026'],
    [{ date_order: 'dmy', clock: '12h' }, 'Wed, 18 Nov 2026, 2:05 PM', '18/11/2026'],
    [{ date_order: 'ymd', clock: '24h' }, 'Wed 2026-11-18, 14:05', '2026-11-18'],
    [{ date_order: 'ymd', clock: '24h', zone: 'Asia/Kolkata' }, 'Wed 2026-11-18, 19:35', '2026-11-18'],
    [{ date_order: 'ymd', clock: '24h', zone: 'Pacific/Auckland' }, 'Thu 2026-11-19, 03:05', '2026-11-19'],
  ] as const) {
    test(`${JSON.stringify(own)}: ${words}`, () => {
      setHabits({ ...london, ...own })
      assert.deepEqual([plain(full(at)), digits(at)], [words, numbers])
    })
  }

  test('names its zone if that matters, and a day without a year has no year', () => {
    setHabits({ zone: 'Asia/Tokyo', date_order: 'ymd', clock: '24h' })
    assert.equal(formatDeadline(at), '2026-11-18, 23:05 GMT+9')
    assert.equal(timeFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })(at), '11-18, 23:05')
  })

  test('follows the habits that were chosen last', () => {
    setHabits({ ...london, date_order: 'dmy', clock: '24h' })
    assert.equal(formatTime(at), '18 Nov 2026, 14:05')
    setHabits({ zone: 'America/New_York', date_order: 'mdy', clock: '12h' })
    assert.equal(plain(formatTime(at)), 'Nov 18, 2026, 9:05 AM')
    assert.equal(plain(formatExactTime(at)), 'Nov 18, 2026, 9:05:09 AM')
  })
})

test('days and months of a calendar are the same in every zone', () => {
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    setHabits({ zone, date_order: 'dmy' })
    assert.equal(formatCalendarDay('2026-03-01'), '1 Mar 2026')
    assert.equal(formatMonth(Date.UTC(2026, 2, 1) / 1000), 'March 2026')
  }
})

test('a time of any day depends on the clock alone', () => {
  assert.equal(formatTimeOfDay('08:00'), '08:00')
  setHabits({ clock: '12h', zone: 'Asia/Tokyo' })
  assert.deepEqual(['00:30', '08:00', '17:00'].map(formatTimeOfDay).map(plain), ['12:30 AM', '8:00 AM', '5:00 PM'])
})

test('a zone that the browser does not know becomes that of the device', () => {
  setHabits({ zone: 'Mars/Olympus' })
  assert.equal(habits().zone, null)
  assert.equal(zone(), Intl.DateTimeFormat().resolvedOptions().timeZone)
})

test('weeks begin on the chosen day', () => {
  const order = (week_start: Habits['week_start']) => {
    setHabits({ week_start })
    return weekdays().join('')
  }
  assert.deepEqual((['locale', 'monday', 'sunday', 'saturday'] as const).map(order), [
    '1234567',
    '1234567',
    '7123456',
    '6712345',
  ])
})

test('a day of the week is that of the zone, or else of the device', () => {
  const t = Date.UTC(2026, 2, 1, 23, 30) / 1000
  assert.deepEqual(
    ['UTC', 'Europe/Berlin', 'Pacific/Pago_Pago'].map((zone) => weekdayIn(zone, t)),
    [7, 1, 7],
  )
  assert.ok([1, 7].includes(weekdayIn('Mars/Olympus', t)))
})

suite('a clock of a zone', () => {
  for (const [zone, text, hours] of [
    ['Europe/Berlin', '2026-03-29T01:59', 0.983],
    // Skipped: counted from before the change.
    ['Europe/Berlin', '2026-03-29T02:30', 1.5],
    ['Europe/Berlin', '2026-03-29T03:00', 1],
    // Shown twice: the first time.
    ['Europe/Berlin', '2026-10-25T02:30', 0.5],
    ['Europe/Berlin', '2026-10-25T03:00', 2],
    ['America/New_York', '2026-03-08T03:00', 7],
    // A day that begins at one in the morning.
    ['Africa/Cairo', '2026-04-24', 22],
    // A day that begins twice at midnight.
    ['America/Havana', '2026-11-01', 4],
    ['Asia/Kathmandu', '2026-11-18', 18.25],
  ] as const) {
    test(`${zone} ${text} is ${hours} hours after midnight in UTC`, () => {
      setHabits({ zone })
      const found = secondsAt(text) / 3600
      assert.equal(Math.round((((found % 24) + 24) % 24) * 1000) / 1000, hours)
      assert.equal(dateAt(secondsAt(text)), text.slice(0, 10))
    })
  }

  test('reads back as it is written, on both sides of a change', () => {
    for (const zone of ['Europe/Berlin', 'America/Los_Angeles', 'Australia/Lord_Howe', 'UTC']) {
      setHabits({ zone })
      for (let hour = 0; hour < 48; hour++) {
        for (const day of [Date.UTC(2026, 2, 8), Date.UTC(2026, 2, 29), Date.UTC(2026, 9, 25), Date.UTC(2026, 10, 1)]) {
          const text = fieldAt(day / 1000 + hour * 3600)
          assert.equal(fieldAt(secondsAt(text)), text)
        }
      }
    }
  })

  test('rejects an invalid time', () => {
    for (const text of ['', 'soon', '2026-02-30T', '2026-13-01T00:00']) assert.ok(Number.isNaN(secondsAt(text)), text)
  })
})

test('the day of a moment is the reader’s day', () => {
  const late = Date.UTC(2026, 10, 18, 23, 30) / 1000
  setHabits({ zone: 'Asia/Tokyo', date_order: 'ymd' })
  assert.deepEqual([dateAt(late), formatDay(late)], ['2026-11-19', '2026-11-19'])
  setHabits({ zone: 'America/New_York', date_order: 'ymd' })
  assert.deepEqual([dateAt(late), formatDay(late)], ['2026-11-18', '2026-11-18'])
})

suite('an amount', () => {
  const us = { measure: 'imperial', volume: 'us_gallons', temperature: 'fahrenheit' } as const
  const british = { measure: 'imperial', volume: 'imperial_gallons' } as const
  for (const [own, amount, unit, text] of [
    [{}, 100, 'km/h', '100 km/h'],
    [us, 100, 'km/h', '62.1 mph'],
    [us, 160.9344, 'km', '100 mi'],
    [us, 50, 'l', '13.2 gal'],
    [british, 50, 'l', '11 imp gal'],
    [us, 8, 'l/100km', '29.4 mpg'],
    [british, 8, 'l/100 km', '35.3 imp mpg'],
    [{ volume: 'us_gallons' }, 8, 'l/100 km', '2.1 gal/100 km'],
    [{ measure: 'imperial' }, 8, 'l/100 km', '8 l/100 km'],
    [us, 0, 'l/100 km', '– mpg'],
    [us, 21.5, '°C', '70.7 °F'],
    [us, -40, '°C', '-40 °F'],
    [us, 12.5, 'V', '12.5 V'],
    [us, 100, 'm', '328.1 ft'],
    [us, 40, '%', '40 %'],
  ] as const) {
    test(`${amount} ${unit} with ${JSON.stringify(own)} is ${text}`, () => {
      setHabits(own)
      assert.equal(formatQuantity(amount, unit, 1), text)
    })
  }

  test('is saved as it was written, and opening a form changes nothing', () => {
    setHabits(us)
    for (const unit of ['km/h', 'km', 'l', '°C']) {
      for (const stored of [0, 8, 90, 93.5, -18.25, 193_121.3]) {
        assert.equal(readIn(writtenIn(stored, unit), unit), stored, `${stored} ${unit}`)
      }
      for (const written of [0, 2, 55, 70.5, 1000]) {
        assert.equal(writtenIn(readIn(written, unit), unit), written, `${written} ${unit}`)
      }
    }
    assert.deepEqual([readIn(40, '°C'), quantityIn('°C').of(8)], [4.4444, 46.4])
  })
})
