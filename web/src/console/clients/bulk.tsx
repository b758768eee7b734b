/** Actions on many clients at once. Each says first how many it applies to. */
import { type ReactNode, useState } from 'react'
import { call, isSpoken } from '../../api/call.ts'
import type { Account, ClientPlan } from '../../api/generated.ts'
import { CalendarIcon, LockIcon, PlansIcon } from '../../shared/content/Icons.tsx'
import { Form, SelectField, useForm } from '../../shared/forms/form.tsx'
import { words } from '../../shared/texts/console.ts'
import { runBulk } from '../blocks/bulk.tsx'
import { confirm } from '../blocks/confirm.tsx'
import { Dialog } from '../blocks/Dialog.tsx'
import { toast } from '../blocks/toasts.tsx'
import type { BulkAct } from '../list/ListPage.tsx'
import { useMay } from '../session.ts'
import classes from './actions/actions.module.css'
import { extendedDue } from './activation.ts'
import { fleetApp } from './applications.ts'
import { datesOf, isActivated, isManaged, planIdOf } from './client.ts'
import { usePlans } from './use-plans.ts'

const { bulk, actions } = words.clients
const nameOf = (account: Account) => account.title

const setBlocked = (blocked: boolean) => (account: Account) =>
  call('patchAccountsByIdSetBlocked', { id: account.id }, { blocked })

/** The clients an action applies to; if there are none, says so. */
function fitting(accounts: readonly Account[], fits: (account: Account) => boolean): readonly Account[] | undefined {
  const those = accounts.filter(fits)
  if (those.length > 0) return those
  toast(bulk.noneFit, { tone: 'quiet' })
  return undefined
}

async function changeBlocked(accounts: readonly Account[], blocked: boolean): Promise<boolean> {
  const those = fitting(accounts, (one) => isManaged(one) && isActivated(one) && one.blocked !== blocked)
  if (!those) return false
  const left = accounts.length - those.length
  const isYes = await confirm({
    title: blocked ? bulk.blockTitle(those.length) : bulk.unblockTitle(those.length),
    text: blocked ? bulk.blockText : undefined,
    effect: [[those.length, blocked ? bulk.blocked : bulk.unblocked]],
    canBeUndone: true,
    ...(left > 0 && { undoText: `${words.confirm.undoable} ${bulk.skipped(left)}.` }),
    act: blocked ? bulk.block : bulk.unblock,
  })
  if (!isYes) return false
  await runBulk({
    title: blocked ? bulk.blocking : bulk.unblocking,
    items: those,
    nameOf,
    act: setBlocked(blocked),
    undo: setBlocked(!blocked),
  })
  return true
}

interface Asked {
  readonly what: 'plan' | 'extend'
  readonly accounts: readonly Account[]
  readonly left: number
  answer(isDone: boolean): void
}

export function useBulkActions(): { readonly bulk: readonly BulkAct<Account>[]; readonly dialog: ReactNode } {
  const may = useMay()
  const { plans, byId } = usePlans()
  const [asked, setAsked] = useState<Asked>()
  const ask = (what: Asked['what'], accounts: readonly Account[], fits: (account: Account) => boolean) => {
    const those = fitting(accounts, fits)
    if (!those) return Promise.resolve(false)
    return new Promise<boolean>((resolve) => {
      const answer = (isDone: boolean) => {
        setAsked(undefined)
        resolve(isDone)
      }
      setAsked({ what, accounts: those, left: accounts.length - those.length, answer })
    })
  }
  const isFleet = (account: Account) => account.reg_apps.includes(fleetApp)
  return {
    bulk: [
      ...(may('manage')
        ? [
            {
              title: bulk.plan,
              icon: <PlansIcon />,
              run: (accounts: readonly Account[]) => {
                const app = accounts.find(isManaged)?.reg_apps[0]
                return ask('plan', accounts, (one) => isManaged(one) && one.reg_apps[0] === app)
              },
            },
          ]
        : []),
      ...(may('lifecycle') && isSpoken('patchAccountsByIdSetPaymentLifecycle')
        ? [
            {
              title: bulk.extend,
              icon: <CalendarIcon />,
              run: (accounts: readonly Account[]) => ask('extend', accounts, (one) => isFleet(one) && isActivated(one)),
            },
          ]
        : []),
      ...(may('blocking')
        ? [
            { title: bulk.unblock, run: (accounts: readonly Account[]) => changeBlocked(accounts, false) },
            {
              title: bulk.block,
              icon: <LockIcon />,
              isDangerous: true,
              run: (accounts: readonly Account[]) => changeBlocked(accounts, true),
            },
          ]
        : []),
    ],
    dialog: (
      <Dialog
        title={asked?.what === 'extend' ? bulk.extend : bulk.plan}
        isOpen={asked !== undefined}
        close={() => asked?.answer(false)}
      >
        {asked?.what === 'plan' && <PlanForm {...asked} plans={plans} />}
        {asked?.what === 'extend' && <ExtendForm {...asked} byId={byId} />}
      </Dialog>
    ),
  }
}

const Fits = ({ accounts, left }: Asked) => (
  <p className={classes.line}>
    {bulk.fits(accounts.length)}
    {left > 0 && `; ${bulk.skipped(left)}`}.
  </p>
)

function PlanForm(props: Asked & { plans: readonly ClientPlan[] }) {
  const { accounts, plans, answer } = props
  const app = accounts[0]!.reg_apps[0]!
  const options = plans.filter((plan) => plan.app_id === app).map(({ id, name }) => ({ value: id, label: name }))
  const change = (account: Account, tariff_plan_id: string) =>
    call('putAccountsByIdClientPlan', { id: account.id }, { tariff_plan_id, app_id: app })
  const form = useForm({
    start: { tariff_plan_id: options[0]?.value ?? '' },
    send: async ({ tariff_plan_id }) => {
      answer(true)
      await runBulk({
        title: bulk.changing,
        items: accounts,
        nameOf,
        act: (account) => change(account, tariff_plan_id),
        undo: (account) => change(account, planIdOf(account) ?? tariff_plan_id),
      })
    },
  })
  return (
    <Form form={form} act={actions.plan} cancel={() => answer(false)}>
      <p className={classes.line}>{actions.planExplain}</p>
      <Fits {...props} />
      <SelectField form={form} name="tariff_plan_id" label={actions.planNew} options={options} isFirst />
    </Form>
  )
}

function ExtendForm(props: Asked & { byId: ReadonlyMap<string, ClientPlan> }) {
  const { accounts, byId, answer } = props
  const now = Math.floor(Date.now() / 1000)
  const dueOf = (account: Account) => datesOf(account, byId.get(planIdOf(account) ?? '')).dueAt
  const set = (account: Account, payment_expected_at: number | null) =>
    call('patchAccountsByIdSetPaymentLifecycle', { id: account.id }, { payment_expected_at })
  const form = useForm({
    start: { months: '1' },
    send: async ({ months }) => {
      answer(true)
      await runBulk({
        title: bulk.extending,
        items: accounts,
        nameOf,
        act: (account) => set(account, extendedDue(dueOf(account), Number(months), now)),
        undo: (account) => set(account, dueOf(account)),
      })
    },
  })
  return (
    <Form form={form} act={bulk.extend} cancel={() => answer(false)}>
      <p className={classes.line}>{bulk.extendText}</p>
      <Fits {...props} />
      <SelectField
        form={form}
        name="months"
        label={bulk.extendBy}
        options={[1, 2, 3, 6, 12].map((count) => ({ value: String(count), label: bulk.months(count) }))}
        isFirst
      />
    </Form>
  )
}
