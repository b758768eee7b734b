import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  clocks,
  clockText,
  dateOrders,
  dateText,
  dayText,
  firstWeekday,
  habitProblems,
  scaleOf,
  spanText,
  timeText,
  usualHabits,
  volumes,
  zonedText,
} from './habits.ts'

const zone = 'Europe/Berlin'
/** 2026-03-02 00:05:09 and 13:05:09 in Berlin. */
const [night, noon] = [1_772_406_309, 1_772_453_109]

for (const [minutes, english, german] of [
  [45, '45 min', '45 Min.'],
  [130, '2 h 10 min', '2 Std. 10 Min.'],
  [2820, '47 h', '47 Std.'],
  [2880, '2 d', '2 Tg.'],
  [4560, '3 d 4 h', '3 Tg. 4 Std.'],
  [43_210, '30 d', '30 Tg.'],
] as const)
  test(`${minutes} minutes are ${english}, and ${german} in German`, () =>
    assert.deepEqual([spanText(minutes, 'en'), spanText(minutes, 'de')], [english, german]))

suite('a date', () => {
  const rows = [
    ['locale', 'en', '2026-03-02', 'March 2, 2026'],
    ['locale', 'de', '02.03.2026', '2. März 2026'],
    ['dmy', 'en', '02/03/2026', '2 March 2026'],
    ['dmy', 'de', '02.03.2026', '2. März 2026'],
    ['mdy', 'en', '03/02/2026', 'March 2, 2026'],
    ['mdy', 'de', '03/02/2026', 'März 2, 2026'],
    ['ymd', 'en', '2026-03-02', '2026-03-02'],
    ['ymd', 'de', '2026-03-02', '2026-03-02'],
  ] as const
  for (const [dateOrder, lang, short, long] of rows) {
    test(`in the order ${dateOrder} in ${lang} is ${short}, and ${long} in a sentence`, () => {
      assert.deepEqual(
        [dateText('2026-03-02', { dateOrder }, lang), dayText('2026-03-02', { dateOrder }, lang)],
        [short, long],
      )
    })
  }

  test('without a choice is written as in earlier emails', () => {
    for (const lang of ['en', 'de'] as const) {
      const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' })
      for (let day = 0; day < 800; day++) {
        const at = new Date(Date.UTC(2026, 0, 1 + day))
        assert.equal(dayText(at.toISOString().slice(0, 10), usualHabits, lang), format.format(at))
      }
    }
  })

  test('shows the same day in every order', () => {
    for (let day = 0; day < 800; day++) {
      const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
      for (const dateOrder of dateOrders) {
        for (const lang of ['en', 'de'] as const) {
          const digits = (text: string) => text.match(/\d+/g)!.toSorted().join()
          assert.equal(digits(dateText(date, { dateOrder }, lang)), digits(date))
        }
      }
    }
  })
})

suite('a time', () => {
  const rows = [
    ['locale', night, '00:05:09'],
    ['24h', noon, '13:05:09'],
    ['12h', night, '12:05:09 AM'],
    ['12h', noon - 3600, '12:05:09 PM'],
    ['12h', noon, '1:05:09 PM'],
  ] as const
  for (const [clock, t, text] of rows) {
    test(`by the clock ${clock} is ${text}`, () => assert.equal(clockText(zone, t, { clock }), text))
  }

  test('can omit its seconds, and can name its zone', () => {
    const habits = { clock: '12h', dateOrder: 'mdy' } as const
    assert.equal(timeText(zone, noon, habits, 'en', 'minutes'), '03/02/2026 1:05 PM')
    assert.equal(zonedText(zone, noon, habits, 'en'), '03/02/2026 1:05:09 PM +01:00')
    assert.equal(zonedText(zone, noon, usualHabits, 'en'), '2026-03-02 13:05:09 +01:00')
  })

  test('is unique within a day by either clock', () => {
    for (const clock of clocks) {
      const said = new Set(
        Array.from({ length: 1440 }, (_, minute) => clockText(zone, night + minute * 60, { clock }, 'minutes')),
      )
      assert.equal(said.size, 1440)
    }
  })
})

suite('a measure', () => {
  const imperial = { ...usualHabits, measure: 'imperial' } as const
  const us = { ...usualHabits, volume: 'us_gallons' } as const
  const uk = { ...usualHabits, volume: 'imperial_gallons' } as const
  const warm = { ...usualHabits, temperature: 'fahrenheit' } as const
  const rows = [
    [imperial, 160.9344, 'km', 100, 'mi'],
    [imperial, 96.56064, 'km/h', 60, 'mph'],
    [imperial, 304.8, 'm', 1000, 'ft'],
    [warm, -40, '°C', -40, '°F'],
    [warm, 37, '°C', 98.6, '°F'],
    [us, 37.85411784, 'l', 10, 'gal'],
    [us, 3.785411784, 'l/h', 1, 'gal/h'],
    [uk, 45.4609, 'l', 10, 'imp gal'],
    [us, 7.570823568, 'l/100 km', 2, 'gal/100 km'],
    [{ ...us, measure: 'imperial' }, 7.84, 'l/100 km', 30.0019, 'mpg'],
    [{ ...us, measure: 'imperial' }, 7.84, 'l/100km', 30.0019, 'mpg'],
    [{ ...uk, measure: 'imperial' }, 7.84, 'l/100 km', 36.0307, 'imp mpg'],
    [imperial, 7.84, 'l/100 km', 7.84, 'l/100 km'],
    [{ ...us, ...warm, ...imperial, volume: 'us_gallons' }, 12.6, 'V', 12.6, 'V'],
  ] as const
  for (const [habits, value, unit, read, as] of rows) {
    test(`of ${value} ${unit} is read as ${read} ${as}`, () => {
      const scale = scaleOf(unit, habits)
      assert.equal(scale.unit, as)
      assert.ok(Math.abs(scale.of(value) - read) < 1e-4, String(scale.of(value)))
    })
  }

  test('stays in our unit for a person who has chosen nothing', () => {
    for (const unit of ['km', 'km/h', 'm', 'l', 'l/h', 'l/100 km', '°C', '%', '']) {
      const scale = scaleOf(unit, usualHabits)
      assert.deepEqual([scale.unit, scale.of(12.5)], [unit, 12.5])
    }
  })

  test('keeps the order of amounts; only miles per gallon reverse it', () => {
    for (const volume of volumes) {
      for (const unit of ['l', 'l/h', 'l/100 km']) {
        const { of } = scaleOf(unit, { ...imperial, volume })
        const isTurned = unit === 'l/100 km' && volume !== 'litres'
        assert.equal(of(7) < of(9), !isTurned, `${volume} ${unit}`)
      }
    }
  })
})

test('a week begins on the chosen day, and on Monday without a choice', () => {
  const days = (['locale', 'monday', 'sunday', 'saturday'] as const).map((weekStart) => firstWeekday({ weekStart }))
  assert.deepEqual(days, [1, 1, 0, 6])
})

test('a zone is one that the IANA database knows, or none', () => {
  const wrong = [null, 'Europe/Berlin', 'Mars/Olympus', 'PST'].map((name) => habitProblems({ zone: name }).length)
  assert.deepEqual(wrong, [0, 0, 1, 1])
})
