import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, petApp } from '#kernel/applications.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { aManagedAccount, anActivatedAccount, anOwnedAccount, anUnclaimedAccount, fresh } from '#testing/builders.ts'
import { assertRefused, payloadIn } from '#testing/checks/answers.ts'
import { walk } from '#testing/checks/lists.ts'

const api = await openApi()
const dealers: Record<DialectName, Caller> = {
  provider: await api.dealer('provider'),
  partner: await api.dealer('partner'),
}
interface User {
  readonly id: string
  readonly account_id: number
  readonly name: string
}
interface WithUser {
  readonly id: number
  readonly user: User
}
const listed = ({ id, user }: WithUser, change: object = {}) => ({
  id: user.id,
  account_id: id,
  name: user.name,
  email: null,
  description: null,
  login_key: null,
  lang: null,
  ...change,
})
const storedOf = (id: string) =>
  api.ctx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

for (const dialect of dialectNames) {
  const dealer = dealers[dialect]
  const change = (id: string, body: object) => dealer.ask('PATCH', `/users/${id}`, body)

  suite(`users in ${dialect}`, () => {
    test('are listed with exactly seven fields', async () => {
      const own = await api.dealer(dialect)
      const accounts = [await aManagedAccount(own), await anUnclaimedAccount(own), await anOwnedAccount(api, own)]
      const email = `${fresh('client')}@example.com`
      await api.ctx.db.updateTable('users').set({ email }).where('accountId', '=', accounts[2].id).execute()
      const expected = [listed(accounts[0]), listed(accounts[1]), listed(accounts[2], { email })]
      assert.deepEqual(
        payloadIn(dialect, await own.ask('GET', '/users')),
        expected.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      )
    })

    test('change in every field, one by one and together', async () => {
      for (const account of [
        await aManagedAccount(dealer),
        await anActivatedAccount(api, dealer),
        await anUnclaimedAccount(dealer),
      ]) {
        const { email, ...seen } = listed(account)
        // The provider answer to a change has no email.
        const shown = (fields: object) => ({ ...seen, ...(dialect === 'partner' && { email }), ...fields })
        let fields: object = {}
        for (const step of [
          { name: fresh('name') },
          { description: 'Drives at night' },
          { lang: 'lt' },
          { name: fresh('name'), description: '', lang: 'en-GB', login_key: 'other-key' },
          {},
        ]) {
          const { login_key: _, ...kept } = step as { login_key?: string }
          fields = { ...fields, ...kept }
          const answer = payloadIn(dialect, await change(account.user.id, step))
          assert.deepEqual(answer, shown(fields))
        }
      }
    })

    test('a new login key replaces the old one', async () => {
      const { user } = await anUnclaimedAccount(dealer)
      const before = (await storedOf(user.id)).loginKeyHash
      payloadIn(dialect, await change(user.id, { login_key: 'a-new-key' }))
      const after = (await storedOf(user.id)).loginKeyHash as string
      assert.notEqual(after, before)
      assert.ok(await api.ctx.vault.isSecret(after, 'a-new-key'))
      assert.ok(!(await api.ctx.vault.isSecret(after, 'secret-key')))
    })

    const wrong: [body: object, ...problems: string[]][] = [
      [{ name: 'xxx' }, 'FAILED_VALIDATION name'],
      [{ name: 'x'.repeat(51) }, 'FAILED_VALIDATION name'],
      [{ login_key: 'xxx' }, 'FAILED_VALIDATION login_key'],
      [{ login_key: 'x'.repeat(51) }, 'FAILED_VALIDATION login_key'],
      [{ name: '', login_key: '' }, 'FAILED_VALIDATION name', 'FAILED_VALIDATION login_key'],
      [{ name: null }, 'INVALID_PAYLOAD name'],
      [{ login_key: 12345 }, 'INVALID_PAYLOAD login_key'],
      [{ lang: ['en'] }, 'INVALID_PAYLOAD lang'],
      [{ description: null }, 'INVALID_PAYLOAD description'],
      [{ email: 'a@example.com' }, 'INVALID_PAYLOAD email'],
      [{ enabled: true }, 'INVALID_PAYLOAD enabled'],
      [{ new_password: 'x' }, 'INVALID_PAYLOAD new_password'],
    ]
    for (const [body, ...problems] of wrong) {
      test(`do not change with ${JSON.stringify(body)}`, async () => {
        const { user } = await anUnclaimedAccount(dealer)
        assertRefused(await change(user.id, body), 400, ...problems)
      })
    }

    test('cannot take a name in use, ignoring case', async () => {
      const [one, other] = [await anUnclaimedAccount(await api.dealer(dialect)), await anUnclaimedAccount(dealer)]
      for (const name of [one.user.name, one.user.name.toUpperCase()]) {
        assertRefused(await change(other.user.id, { name, lang: 'en' }), 409, 'CONFLICT name')
      }
      assert.equal((await storedOf(other.user.id)).lang, null)
      // One's own name in upper case is not taken.
      const answer = payloadIn(dialect, await change(other.user.id, { name: other.user.name.toUpperCase() }))
      assert.equal(answer.name, other.user.name.toUpperCase())
    })

    test('of an owned account do not change', async () => {
      const { user } = await anOwnedAccount(api, dealer)
      for (const body of [{ name: fresh('name') }, { lang: 'en' }, {}]) {
        assertRefused(await change(user.id, body), 403, 'FORBIDDEN')
      }
    })
  })

  suite(`the password of a user in ${dialect}`, () => {
    const set = (id: string, new_password: unknown, repeat_password = new_password) =>
      dealer.ask('PUT', `/users/${id}/password`, { new_password, repeat_password })

    test('is stored as a hash, and the answer says whether the user is enabled', async () => {
      for (const [account, enabled] of [
        [await aManagedAccount(dealer), false],
        [await anActivatedAccount(api, dealer), true],
      ] as const) {
        const answer = await set(account.user.id, 'correct horse')
        assert.deepEqual(payloadIn(dialect, answer), listed(account, { enabled }))
        assert.ok(!answer.text.includes('horse'))
        const { passwordHash } = await storedOf(account.user.id)
        assert.match(passwordHash ?? '', /^\$argon2id\$/)
        assert.ok(await api.ctx.vault.isSecret(passwordHash ?? '', 'correct horse'))
      }
    })

    for (const length of [8, 128]) {
      test(`may have ${length} characters`, async () => {
        const { user } = await aManagedAccount(dealer)
        payloadIn(dialect, await set(user.id, 'x'.repeat(length)))
      })
    }

    const wrong: [what: string, password: unknown, repeated: unknown, ...problems: string[]][] = [
      ['7 characters', 'x'.repeat(7), 'x'.repeat(7), 'FAILED_VALIDATION new_password'],
      ['129 characters', 'x'.repeat(129), 'x'.repeat(129), 'FAILED_VALIDATION new_password'],
      ['another one repeated', 'correct horse', 'correct house', 'FAILED_VALIDATION repeat_password'],
      ['nothing repeated', 'correct horse', '', 'FAILED_VALIDATION repeat_password'],
      ['both problems', 'short', 'other', 'FAILED_VALIDATION new_password', 'FAILED_VALIDATION repeat_password'],
      ['a number', 123456789, 123456789, 'INVALID_PAYLOAD new_password', 'INVALID_PAYLOAD repeat_password'],
      ['null', null, null, 'INVALID_PAYLOAD new_password', 'INVALID_PAYLOAD repeat_password'],
    ]
    for (const [what, password, repeated, ...problems] of wrong) {
      test(`is refused with ${what}`, async () => {
        const { user } = await aManagedAccount(dealer)
        assertRefused(await set(user.id, password, repeated), 400, ...problems)
        assert.equal((await storedOf(user.id)).passwordHash, null)
      })
    }

    test('must be given twice', async () => {
      const { user } = await aManagedAccount(dealer)
      const answer = await dealer.ask('PUT', `/users/${user.id}/password`, {})
      assertRefused(answer, 400, 'INVALID_PAYLOAD new_password', 'INVALID_PAYLOAD repeat_password')
    })

    for (const [what, make] of [
      ['waits for its client', () => anUnclaimedAccount(dealer)],
      ['belongs to its client', () => anOwnedAccount(api, dealer)],
    ] as const) {
      test(`cannot be set by the dealer in an account that ${what}`, async () => {
        const { user } = await make()
        assertRefused(await set(user.id, 'correct horse'), 403, 'FORBIDDEN')
      })
    }
  })

  suite(`the list of users in ${dialect}`, () => {
    test('is filtered by ids, accounts and text, and all of them together', async () => {
      const own = await api.dealer(dialect)
      const accounts: WithUser[] = []
      for (let count = 0; count < 4; count++) accounts.push(await anUnclaimedAccount(own))
      const [first, second, third] = accounts as [WithUser, WithUser, WithUser]
      await own.ask('PATCH', `/users/${third.user.id}`, { description: 'Night DRIVER' })
      const email = `${fresh('driver')}@example.com`
      await api.ctx.db.updateTable('users').set({ email }).where('id', '=', second.user.id).execute()
      const foreign = await anUnclaimedAccount(await api.dealer(dialect))
      const ids = async (query: string): Promise<string[]> =>
        payloadIn(dialect, await own.ask('GET', `/users?${query}`)).map((user: User) => user.id)
      const idsOf = (...chosen: WithUser[]) => chosen.map(({ user }) => user.id).toSorted()
      assert.deepEqual(await ids(`ids=${second.user.id},${first.user.id},${foreign.user.id}`), idsOf(first, second))
      assert.deepEqual(await ids(`account_ids=${second.id},${third.id},${foreign.id},7`), idsOf(second, third))
      assert.deepEqual(await ids('q=driver'), idsOf(second, third))
      assert.deepEqual(await ids(`q=${second.user.name.toUpperCase()}`), idsOf(second))
      assert.deepEqual(await ids(`q=driver&account_ids=${third.id}&ids=${third.user.id}`), idsOf(third))
      assert.deepEqual(await ids(`q=driver&account_ids=${first.id}`), [])
    })

    for (const sort of ['id', 'account_id', 'name']) {
      for (const direction of ['', '-']) {
        test(`sorted by ${direction}${sort} is the same as a whole and page by page`, async () => {
          const query = `/users?sort=${direction}${sort}`
          const whole: User[] = payloadIn(dialect, await dealer.ask('GET', query))
          assert.ok(whole.length > 5)
          for (const limit of [1, 4, 1000]) {
            const pages = await walk(dealer, `${query}&limit=${limit}`)
            assert.deepEqual(pages.flat(), whole)
          }
          if (sort !== 'name') {
            const values = whole.map((user) => user[sort as 'id'])
            const sign = direction === '-' ? -1 : 1
            assert.deepEqual(
              values,
              values.toSorted((a, b) => sign * (a < b ? -1 : a > b ? 1 : 0)),
            )
          }
        })
      }
    }

    test('has only the requested fields, and always the id', async () => {
      const [user] = payloadIn(dialect, await dealer.ask('GET', '/users?fields=name,lang&limit=1'))
      assert.deepEqual(Object.keys(user), ['id', 'name', 'lang'])
    })

    for (const [query, field] of [
      ['ids=x', 'ids'],
      ['ids=019A0000-0000-7000-8000-000000000101', 'ids'],
      ['account_ids=x', 'account_ids'],
      ['account_ids=', 'account_ids'],
      ['fields=enabled', 'fields'],
      ['fields=login_key_hash', 'fields'],
      ['sort=login_key', 'sort'],
      ['limit=0', 'limit'],
      ['q=', 'q'],
      [`app_id=${consumerApp}`, 'app_id'],
      ['cursor=x', 'cursor'],
    ]) {
      test(`is refused with ${query}`, async () => {
        assertRefused(await dealer.ask('GET', `/users?${query}`), 400, `INVALID_QUERY ${field}`)
      })
    }
  })
}

test('an email address belongs to one user, ignoring case', async () => {
  const { db } = api.ctx
  const [one, other] = [
    await anOwnedAccount(api, dealers.partner),
    await anOwnedAccount(api, dealers.partner, [petApp]),
  ]
  const email = `${fresh('client')}@example.com`
  await db.updateTable('users').set({ email }).where('id', '=', one.user.id).execute()
  await assert.rejects(
    db.updateTable('users').set({ email: email.toUpperCase() }).where('id', '=', other.user.id).execute(),
    { constraint: 'users_email' },
  )
})
