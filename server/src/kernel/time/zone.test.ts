import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createDatabase } from '#testing/postgres.ts'
import { isZone, localTime, offsetAt, spansOf } from './zone.ts'

const t = (text: string) => Date.parse(text) / 1000

test('a zone is a name of the IANA database', () => {
  for (const name of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3'])
    assert.ok(isZone(name), name)
  for (const name of ['', 'Mars/Olympus', '../etc/passwd', '+02:00', 'x'.repeat(80)]) assert.ok(!isZone(name), name)
})

test('PostgreSQL knows every zone that is accepted', async () => {
  const { url, drop } = await createDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query('select name from pg_timezone_names')
    const others = ['ACT', 'AET', 'AGT', 'CNT', 'MIT', 'PNT', 'PRT', 'SystemV/AST4', 'Canada/East-Saskatchewan']
    const names = [...rows.map(({ name }) => name), ...Intl.supportedValuesOf('timeZone'), ...others]
    const accepted = names.filter(isZone)
    assert.ok(accepted.length > 500)
    for (const zone of accepted) await client.query('select now() at time zone $1', [zone])
  } finally {
    await client.end()
    await drop()
  }
})

test('a time is written with the offset of its zone at that time', () => {
  assert.equal(localTime('Europe/Berlin', t('2026-01-15T12:00:00Z')), '2026-01-15T13:00:00+01:00')
  assert.equal(localTime('Europe/Berlin', t('2026-07-15T12:00:00Z')), '2026-07-15T14:00:00+02:00')
  assert.equal(localTime('Asia/Kathmandu', t('2026-07-15T12:00:00Z')), '2026-07-15T17:45:00+05:45')
  assert.equal(localTime('America/St_Johns', t('2026-01-15T12:00:00Z')), '2026-01-15T08:30:00-03:30')
  assert.equal(offsetAt('UTC', 1.5), 0)
})

test('days are as long as the clocks make them', () => {
  const days = spansOf('Europe/Berlin', 'day', t('2026-03-28T12:00:00Z'), t('2026-03-31T12:00:00Z'))
  assert.deepEqual(
    days.map(({ date, from, to }) => [date, (to - from) / 3600]),
    [
      ['2026-03-28', 24],
      ['2026-03-29', 23],
      ['2026-03-30', 24],
      ['2026-03-31', 24],
    ],
  )
  assert.equal(days[0]?.from, t('2026-03-27T23:00:00Z'))
})

test('a day without midnight begins when the clocks go forward', () => {
  // In Beirut the clocks went from 0:00 to 1:00 on that day.
  const [day] = spansOf('Asia/Beirut', 'day', t('2026-03-29T10:00:00Z'), t('2026-03-29T11:00:00Z'))
  assert.equal(localTime('Asia/Beirut', day!.from), '2026-03-29T01:00:00+03:00')
  assert.equal((day!.to - day!.from) / 3600, 23)
})

test('weeks begin on Monday, months on the first, and periods are contiguous', () => {
  const weeks = spansOf('Pacific/Auckland', 'week', t('2026-03-04T00:00:00Z'), t('2026-03-20T00:00:00Z'))
  assert.deepEqual(
    weeks.map(({ date }) => date),
    ['2026-03-02', '2026-03-09', '2026-03-16'],
  )
  const months = spansOf('America/New_York', 'month', t('2026-01-31T12:00:00Z'), t('2026-12-01T12:00:00Z'))
  assert.equal(months.length, 12)
  for (const [index, month] of months.entries()) if (index > 0) assert.equal(month.from, months[index - 1]?.to)
})

test('an offset is that of the moment, even on days when the clocks are changed', () => {
  // Some change them at midnight, some by half an hour, and St. John’s did so a minute after midnight.
  const zones = ['America/St_Johns', 'Australia/Lord_Howe', 'Asia/Beirut', 'Pacific/Apia', 'Africa/Casablanca', 'UTC']
  for (const zone of zones) {
    const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' })
    for (let at = t('2010-10-01T00:00:00Z'); at < t('2012-04-10T00:00:00Z'); at += 3 * 3600 + 17 * 60 + 5) {
      const name = format.formatToParts(at * 1000).find(({ type }) => type === 'timeZoneName')!.value
      const [, sign, hours, minutes] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(name)!
      const offset = hours === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60 : 60)
      assert.equal(offsetAt(zone, at), offset, `${zone} ${new Date(at * 1000).toISOString()}`)
    }
  }
  for (const minute of [-2, -1, 0, 1, 2]) {
    const at = t('2011-03-13T03:31:00Z') + minute * 60
    assert.equal(offsetAt('America/St_Johns', at), minute < 0 ? -12_600 : -9_000)
  }
})
