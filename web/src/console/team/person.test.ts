import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Person } from '../../api/generated.ts'
import { callName, isLastOwner } from './person.ts'

const person = (id: string, role: Person['role'], status: Person['status'] = 'active'): Person => ({
  id,
  role,
  status,
  name: '',
  email: `${id}@example.com`,
  two_factor: false,
  created_at: 1,
  last_login_at: null,
})

test('the last owner who can sign in is recognised', () => {
  const [anna, invited, out, manager] = [
    person('anna', 'owner'),
    person('invited', 'owner', 'invited'),
    person('out', 'owner', 'disabled'),
    person('manager', 'manager'),
  ]
  const team = [anna, invited, out, manager]
  assert.deepEqual(
    team.map((one) => isLastOwner(one, team)),
    [true, false, false, false],
  )
  assert.equal(isLastOwner(anna, [...team, person('other', 'owner')]), false)
})

test('a person without a name is shown by email', () => {
  assert.equal(callName(person('anna', 'owner')), 'anna@example.com')
})
