/** A new client: application, plan, names and profile; then the activation link, by email or by hand. */
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { ClientProfile } from '../../api/generated.ts'
import { queryClient } from '../../api/queries.ts'
import { applicationTitle } from '../../shared/applications.ts'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { Form, SelectField, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { AreaField, CheckField } from '../blocks/fields.tsx'
import { PageBody, PageHead } from '../blocks/layout.tsx'
import { useDealer } from '../session.ts'
import { ShownLink } from './actions/ActivationLink.tsx'
import classes from './actions/actions.module.css'
import { activationLink, newLoginKey } from './activation.ts'
import { appById, appsOf, consumerApp, petApp } from './applications.ts'
import { isName, nameFault } from './name.ts'
import { ContactFields, emptyProfile, InvoiceFields, profileFaults, profileOf, serverNames } from './profile-fields.tsx'
import { useLoginUrl } from './use-login-url.ts'
import { usePlans } from './use-plans.ts'

const { create } = words.clients

interface Created {
  readonly id: number
  readonly title: string
  readonly link: string
  /** Where the invitation was sent. */
  readonly email: string | null
}

export function NewClientPage() {
  const [created, setCreated] = useState<Created>()
  return (
    <PageBody isNarrow>
      <PageHead
        title={created ? create.doneTitle(created.title) : create.title}
        back={{ address: to('/clients'), title: words.clients.one.back }}
      />
      {created ? (
        <Panel>
          <div className={classes.content}>
            <p className={classes.line}>{created.email ? create.invitedText(created.email) : create.doneText}</p>
            <ShownLink link={created.link} />
            <Button component="a" href={to('/clients/:id', { id: created.id })}>
              {create.open}
            </Button>
            <Button variant="subtle" onClick={() => setCreated(undefined)}>
              {create.another}
            </Button>
          </div>
        </Panel>
      ) : (
        <Panel>
          <NewClient done={setCreated} />
        </Panel>
      )}
    </PageBody>
  )
}

const newClientNames = {
  ...{ name: 'user.name', app_id: 'reg_apps', plan_id: 'tariff_plans' },
  ...Object.fromEntries(Object.keys(emptyProfile).map((name) => [name, `profile.${serverNames[name] ?? name}`])),
}

/** The first of these that can be a title. An empty one is left to the server. */
const titleOf = ([given = '', ...others]: readonly string[]): string | undefined =>
  given.trim() || others.map((name) => name.trim()).find(isName)

const hasAny = ({ address, tags, is_reverse_charge, ...rest }: ClientProfile): boolean =>
  tags.length > 0 || is_reverse_charge || [...Object.values(rest), ...Object.values(address)].some(Boolean)

function NewClient({ done }: { done: (created: Created) => void }) {
  const { dialect, verified, agreement, company_approved } = useDealer()
  const { plans } = usePlans()
  const loginUrl = useLoginUrl()
  const isVerified = verified && agreement
  const form = useForm({
    start: {
      app_id: isVerified ? appsOf(dialect)[0]!.id : consumerApp,
      plan_id: '',
      title: '',
      name: '',
      description: '',
      also_pets: false,
      promo: false,
      invite: true,
      ...emptyProfile,
    },
    serverNames: newClientNames,
    judge: ({ title, name, email }) => ({
      title: title.trim() ? nameFault(title) : undefined,
      name: name.trim() ? nameFault(name) : words.form.missing,
      ...profileFaults({ email }),
    }),
    send: async (values) => {
      const { app_id, title, description } = values
      const login_key = newLoginKey()
      const user = { name: values.name.trim(), login_key }
      const profile = profileOf(values)
      const isInvited = values.invite && company_approved && profile.email !== null
      const called = titleOf([title, values.company, user.name])
      const named = {
        ...(called && { title: called }),
        ...(description && { description }),
        ...(hasAny(profile) && { profile }),
        ...(isInvited && { invite: true }),
      }
      const isOurs = appById(app_id)?.kind === 'managed'
      const account = isOurs
        ? await call('postAccountsManaged', undefined, {
            reg_apps: [app_id],
            tariff_plans: { [app_id]: chosenPlan(values.plan_id) },
            user,
            ...named,
          })
        : await call('postAccounts', undefined, {
            reg_apps: values.also_pets ? [consumerApp, petApp] : [app_id],
            user,
            ...named,
            ...(values.promo && { promo: true }),
          })
      await queryClient.invalidateQueries()
      const link = activationLink({ loginUrl, apps: account.reg_apps, userName: user.name, loginKey: login_key })
      done({ id: account.id, title: account.title, link, email: isInvited ? profile.email : null })
    },
  })
  const { app_id } = form.values
  const isManagedApp = appById(app_id)?.kind === 'managed'
  const fitting = plans.filter((plan) => plan.app_id === app_id)
  // The first one, until another is chosen.
  const chosenPlan = (id: string) => fitting.find((plan) => plan.id === id)?.id ?? fitting[0]?.id ?? ''
  return (
    <Form form={form} act={create.act}>
      <SelectField
        form={form}
        name="app_id"
        label={create.application}
        options={appsOf(dialect).map(({ id }) => ({ value: id, label: applicationTitle(id) }))}
        isFirst
      />
      {isManagedApp && !isVerified && !company_approved && <Notice tone="warning">{create.unverified}</Notice>}
      {isManagedApp &&
        (fitting.length > 0 ? (
          <SelectField
            form={form}
            name="plan_id"
            label={create.plan}
            hint={create.planHint}
            options={fitting.map(({ id, name }) => ({ value: id, label: name }))}
          />
        ) : (
          <Notice tone="warning">
            {create.noPlans} <Anchor href={to('/plans/new', {}, { app_id })}>{create.makePlan}</Anchor>
          </Notice>
        ))}
      <TextField form={form} name="title" label={create.name} hint={create.nameHint} maxLength={50} />
      <TextField form={form} name="name" label={create.user} hint={create.userHint} maxLength={50} isRequired />
      <ContactFields form={form} />
      {company_approved ? (
        <CheckField form={form} name="invite" label={create.invite} hint={create.inviteHint} />
      ) : (
        form.values.email.trim() !== '' && <Notice tone="quiet">{create.inviteNeeds}</Notice>
      )}
      <details className={classes.more}>
        <summary>{create.more}</summary>
        <div className={classes.content}>
          <InvoiceFields form={form} />
        </div>
      </details>
      <AreaField form={form} name="description" label={create.description} maxLength={1000} />
      {!isManagedApp && (
        <>
          {dialect === 'partner' && app_id === consumerApp && (
            <CheckField form={form} name="also_pets" label={create.both} />
          )}
          {company_approved && <CheckField form={form} name="promo" label={create.promo} />}
        </>
      )}
    </Form>
  )
}
