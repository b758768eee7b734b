import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { consumerApp, fleetApp, petApp, tagsApp } from '#kernel/applications.ts'
import {
  applyChange,
  type Company,
  emptyMarketingInfo,
  joinChanges,
  mayUse,
  mayUseAnything,
  websiteProblems,
} from './company.ts'

const at = new Date('2026-03-01T12:00:00Z')
const aCompany: Company = {
  dealerId: 1,
  name: 'Trackers',
  address: null,
  latitude: null,
  longitude: null,
  countryCode: null,
  marketingInfo: { ...emptyMarketingInfo, phones: ['+370'], about: 'We install.' },
  approved: true,
  pending: null,
  createdAt: at,
  updatedAt: at,
}

test('a later change merges with the pending one, field by field', () => {
  const first = joinChanges(null, { name: 'One', marketing_info: { about: 'First', shown: true } })
  const second = joinChanges(first, { marketing_info: { about: 'Second', phones: [] } })
  assert.deepEqual(second, { name: 'One', marketing_info: { about: 'Second', shown: true, phones: [] } })
  assert.deepEqual(joinChanges(second, { name: 'Two' }), { ...second, name: 'Two' })
  assert.deepEqual(joinChanges(null, { name: 'One' }), { name: 'One' })
})

test('an approved change sets its fields and nothing else', () => {
  assert.deepEqual(applyChange(aCompany, {}), aCompany)
  assert.deepEqual(applyChange(aCompany, { name: 'New' }), { ...aCompany, name: 'New' })
  assert.deepEqual(applyChange(aCompany, { marketing_info: { phones: [], shown: true } }), {
    ...aCompany,
    marketingInfo: { ...aCompany.marketingInfo, phones: [], shown: true },
  })
})

suite('a website is an address of the web', () => {
  for (const website of ['https://example.com', 'http://example.com:8080/a?b#c', '']) {
    test(`${JSON.stringify(website)}: good`, () => {
      assert.deepEqual(websiteProblems({ marketing_info: { website } }), [])
    })
  }
  for (const website of ['example.com', 'javascript:alert(1)', 'data:text/html,x', 'ftp://example.com', 'https://']) {
    test(`${JSON.stringify(website)}: refused`, () => {
      assert.equal(websiteProblems({ marketing_info: { website } })[0]?.field, 'marketing_info.website')
    })
  }
})

suite('what a dealer may use', () => {
  const table: [isApproved: boolean, isVerified: boolean, managed: boolean, trial: boolean][] = [
    [false, false, false, false],
    [true, false, false, true],
    [false, true, true, true],
    [true, true, true, true],
  ]
  for (const [isApproved, isVerified, managed, trial] of table) {
    const standing = { isApproved, isVerified }
    test(`profile ${isApproved ? '' : 'not '}approved, billing details ${isVerified ? '' : 'not '}verified`, () => {
      for (const app of [fleetApp, tagsApp] as const) {
        assert.equal(mayUse(standing, app, 'managed'), managed)
        assert.equal(mayUse(standing, app, 'trial'), trial)
      }
      for (const app of [consumerApp, petApp] as const) assert.equal(mayUse(standing, app, 'managed'), true)
      assert.equal(mayUseAnything(standing), managed || trial)
    })
  }
})
