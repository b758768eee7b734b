/** The client's quotas and usage, and its billing rules. */
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { isSpoken } from '../../../api/call.ts'
import type { AccountLimits } from '../../../api/generated.ts'
import { useChange, useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Form, SwitchField, useForm } from '../../../shared/forms/form.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { to } from '../../../shared/router/router.ts'
import { words } from '../../../shared/texts/console.ts'
import { locale } from '../../../shared/texts/texts.ts'
import { Dialog } from '../../blocks/Dialog.tsx'
import { NumberField } from '../../blocks/fields.tsx'
import { Columns, Facts } from '../../blocks/layout.tsx'
import { StateBadge } from '../../blocks/StateBadge.tsx'
import { toast } from '../../blocks/toasts.tsx'
import { Time, Usage } from '../../blocks/values.tsx'
import { ModuleTitles } from '../../plans/modules.tsx'
import { useMay } from '../../session.ts'
import { fleetApp } from '../applications.ts'
import type { ClientProps } from '../client.ts'
import { isActivated, isManaged } from '../client.ts'
import { BuyPremium } from './BuyPremium.tsx'

const { plan: texts } = words.clients
const names: Readonly<Record<string, string>> = texts.quotas

/** The API counts storage in KiB, people think in MB. */
const shownQuota = (name: string, value: number) => (name === 'unit_storage' ? value / 1024 : value)

export function PlanTab(client: ClientProps) {
  const { account, plan } = client
  return (
    <Columns>
      <Panel title={plan?.name ?? texts.limits}>
        {plan ? (
          <Facts
            facts={[
              ...Object.entries(plan.quotas).map(
                ([name, value]) => [names[name] ?? name, shownQuota(name, value).toLocaleString(locale)] as const,
              ),
              [texts.modules, <ModuleTitles key="modules" names={plan.modules} />] as const,
            ]}
          />
        ) : (
          <p style={{ marginTop: 0 }}>{texts.none}</p>
        )}
        {plan && (
          <Anchor href={to('/plans/:id', { id: plan.id })} size="sm" mt="sm" display="block">
            {texts.openPlan}
          </Anchor>
        )}
      </Panel>
      {account.reg_apps.map((app) => (
        <Limits key={app} accountId={account.id} app={app} />
      ))}
      {isManaged(account) ? (
        isSpoken('patchAccountsByIdSetPaymentLifecycle') && <Rules {...client} />
      ) : (
        <Subscriptions {...client} />
      )}
    </Columns>
  )
}

function Limits({ accountId, app }: { accountId: number; app: string }) {
  const limits = useOperation('getAccountsByIdLimits', { id: accountId, app_id: app })
  const figures = useOperation('getConsoleAccountsByIdFigures', { id: accountId })
  const usage = figures.data?.usage
  const used = (count: number | undefined, of: number, name: string) => (
    <Usage key={name} used={count ?? 0} of={of} label={name} />
  )
  return (
    <Panel title={texts.used}>
      <Loaded query={limits}>
        {(found: AccountLimits) => (
          <Facts
            facts={[
              [names.unit!, used(usage?.units, found.unit, names.unit!)],
              [names.geofence!, used(usage?.geofences, found.geofence, names.geofence!)],
              [names.user!, used(usage?.users, found.user, names.user!)],
              [names.triggers!, used(usage?.rules, found.triggers, names.triggers!)],
              [
                texts.atMost(names.unit_extra_fields!),
                found.unit_extra_fields?.toLocaleString(locale) ?? texts.noLimit,
              ],
              [
                texts.atMost(names.unit_notify_settings!),
                found.unit_notify_settings?.toLocaleString(locale) ?? texts.noLimit,
              ],
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}

function Rules({ account, plan }: ClientProps) {
  const may = useMay()
  const [isEditing, setIsEditing] = useState(false)
  const own = account.client_payment_lifecycle
  const lifecycle = own?.use_fleet_lifecycle ? own : plan?.client_payment_lifecycle
  const period = plan?.client_payment_lifecycle?.payment_period
  const notice = lifecycle?.payment_notify_offset
  const block = lifecycle?.block_offset
  const isFleet = account.reg_apps.includes(fleetApp)
  return (
    <Panel
      title={texts.rules}
      aside={
        may('lifecycle') &&
        isFleet &&
        isActivated(account) && (
          <Button variant="default" size="xs" onClick={() => setIsEditing(true)}>
            {texts.edit}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [texts.period, period ? texts.months(period) : texts.noPeriod],
          [texts.notice, notice ? texts.before(notice) : texts.never],
          [texts.block, block === null || block === undefined ? texts.never : texts.after(block)],
          ['', own?.use_fleet_lifecycle ? texts.own : texts.ofPlan],
        ]}
      />
      <Dialog title={texts.edit} isOpen={isEditing} close={() => setIsEditing(false)}>
        <EditRules account={account} plan={plan} users={[]} close={() => setIsEditing(false)} />
      </Dialog>
    </Panel>
  )
}

function EditRules({ account, plan, close }: ClientProps & { close: () => void }) {
  const change = useChange('patchAccountsByIdSetPaymentLifecycle')
  const own = account.client_payment_lifecycle
  const ofPlan = plan?.client_payment_lifecycle
  const form = useForm<{ use_fleet_lifecycle: boolean; payment_notify_offset: number | ''; block_offset: number | '' }>(
    {
      start: {
        use_fleet_lifecycle: own?.use_fleet_lifecycle ?? false,
        payment_notify_offset: own?.payment_notify_offset ?? ofPlan?.payment_notify_offset ?? 0,
        block_offset: own?.use_fleet_lifecycle ? (own.block_offset ?? '') : (ofPlan?.block_offset ?? ''),
      },
      send: async ({ use_fleet_lifecycle, payment_notify_offset, block_offset }) => {
        await change.mutateAsync({
          params: { id: account.id },
          body: use_fleet_lifecycle
            ? {
                use_fleet_lifecycle,
                payment_notify_offset: payment_notify_offset === '' ? 0 : payment_notify_offset,
                block_offset: block_offset === '' ? null : block_offset,
              }
            : { use_fleet_lifecycle },
        })
        close()
        toast(texts.saved)
      },
    },
  )
  return (
    <Form form={form} cancel={close}>
      <SwitchField form={form} name="use_fleet_lifecycle" label={texts.useOwn} />
      {form.values.use_fleet_lifecycle && (
        <>
          <NumberField form={form} name="payment_notify_offset" label={texts.notifyDays} min={0} max={10} />
          <NumberField form={form} name="block_offset" label={texts.blockDays} min={0} max={10} />
        </>
      )}
    </Form>
  )
}

function Subscriptions({ account }: ClientProps) {
  const may = useMay()
  const [isBuying, setIsBuying] = useState(false)
  const subscriptions = useOperation('getAccountsByIdSubscriptions', { id: account.id })
  return (
    <Panel
      title={texts.subscriptions}
      aside={
        may('manage') &&
        isActivated(account) && (
          <Button variant="default" size="xs" onClick={() => setIsBuying(true)}>
            {words.clients.buy.button}
          </Button>
        )
      }
    >
      <Dialog title={words.clients.buy.title} isOpen={isBuying} close={() => setIsBuying(false)}>
        <BuyPremium account={account} close={() => setIsBuying(false)} />
      </Dialog>
      <Loaded query={subscriptions}>
        {(found) =>
          found.length === 0 ? (
            <p style={{ margin: 0 }}>{texts.noSubscriptions}</p>
          ) : (
            <Facts
              facts={found.map((one) => [
                one.type,
                <span key={one.subscription_id}>
                  <StateBadge tone={one.active ? 'good' : 'quiet'}>
                    {one.active ? words.clients.states.active : words.clients.one.notYet}
                  </StateBadge>{' '}
                  {texts.until} <Time at={one.expiry} as="day" />
                </span>,
              ])}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}
