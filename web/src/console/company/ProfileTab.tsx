/** The company profile as clients see it, changes that wait for a review, and the form. */
import { Anchor, Checkbox } from '@mantine/core'
import { call } from '../../api/call.ts'
import type { CompanyReview } from '../../api/generated.ts'
import { useChange, useListed, useOperation } from '../../api/queries.ts'
import { CompanyCard } from '../../shared/content/CompanyCard.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { FieldRow, Form, SwitchField, TextField, useForm } from '../../shared/forms/form.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { PlaceSearch } from '../../shared/map/PlaceSearch.tsx'
import { words } from '../../shared/texts/console.ts'
import { texts as shared } from '../../shared/texts/texts.ts'
import { AreaField } from '../blocks/fields.tsx'
import { Columns, SmallTable } from '../blocks/layout.tsx'
import { StateBadge } from '../blocks/StateBadge.tsx'
import { toast } from '../blocks/toasts.tsx'
import { Time } from '../blocks/values.tsx'
import { useMay } from '../session.ts'
import classes from './Company.module.css'
import { PinMap } from './PinMap.tsx'
import {
  changeOf,
  coordinatesIn,
  isWebsite,
  locationChangeOf,
  phonesFit,
  profileAfter,
  profileOf,
  valuesOf,
} from './profile.ts'

const { card: texts, review: states } = words.company
const { days } = shared.client.company
const areas = Object.entries(texts.areaNames)

export function ProfileTab() {
  const review = useOperation('getCompanyReview', undefined)
  return (
    <Loaded query={review} height={420}>
      {/* A new profile gets a new form: what was typed into the old one has been sent. */}
      {(found) => <Profile key={found.company.updated_at} review={found} />}
    </Loaded>
  )
}

function Profile({ review }: { review: CompanyReview }) {
  const may = useMay()
  const brand = useOperation('getBrand', undefined)
  const { company, changes } = review
  const waiting = profileAfter(review)
  const form = useProfileForm(review)
  const shown = profileOf(waiting, form.values)
  const isOther = JSON.stringify(valuesOf(shown)) !== JSON.stringify(valuesOf(company))
  const { lat, lon } = shown.coordinates
  return (
    <>
      {changes.length > 0 && <Waiting review={review} />}
      {!review.approved && changes.length === 0 && <Notice tone="warning">{states.newText}</Notice>}
      <Columns>
        <div className={classes.stack}>
          <Panel title={texts.seen} aside={<ReviewBadge review={review} />}>
            <CompanyCard company={company} brand={brand.data} />
          </Panel>
          {isOther && (
            <Panel title={texts.preview}>
              <CompanyCard company={shown} brand={brand.data} />
            </Panel>
          )}
          <Panel title={texts.pin}>
            {lat === null || lon === null ? (
              <p className={classes.line}>{texts.pinNone}</p>
            ) : (
              <PinMap latitude={lat} longitude={lon} label={texts.pinLabel(company.name)} />
            )}
            <p className={classes.line}>
              <Anchor href="/dealers" target="_blank">
                {texts.publicMap}
              </Anchor>
            </p>
          </Panel>
          <PastReviews />
        </div>
        {may('manage') && (
          <Panel title={texts.form}>
            <ProfileForm form={form} />
          </Panel>
        )}
      </Columns>
    </>
  )
}

const ReviewBadge = ({ review: { approved, changes } }: { review: CompanyReview }) =>
  changes.length > 0 ? (
    <StateBadge tone="waiting">{states.waiting}</StateBadge>
  ) : approved ? (
    <StateBadge tone="good">{states.approved}</StateBadge>
  ) : (
    <StateBadge tone="warning">{states.new}</StateBadge>
  )

const fieldNames: Readonly<Record<string, string>> = {
  name: texts.name,
  'marketing_info.about': texts.about,
  'marketing_info.website': texts.website,
  'marketing_info.email': texts.email,
  'marketing_info.phones': texts.phones,
  'marketing_info.schedule': texts.schedule,
  'marketing_info.working_days': texts.workingDays,
  'marketing_info.areas': texts.areas,
  'marketing_info.shown': texts.shown,
  address: texts.address,
  country_code: texts.country,
  coordinates: texts.coordinates,
}

/** In words, not as the API writes it. */
function said(field: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no
  if (field === 'coordinates') return value === null ? '' : Object.values(value as object).join(', ')
  const names: Readonly<Record<string, string>> = texts.areaNames
  const list = Array.isArray(value)
    ? value.map((one) =>
        field.endsWith('working_days') ? (days[Number(one) - 1] ?? String(one)) : (names[String(one)] ?? String(one)),
      )
    : [value]
  const text = list.filter((one) => one !== null && one !== '').join(', ')
  return text
}

function Said({ field, value, isBefore }: { field: string; value: unknown; isBefore?: boolean }) {
  const text = said(field, value)
  if (text === '') return <span className={classes.quiet}>{texts.empty}</span>
  return isBefore ? <del className={classes.before}>{text}</del> : <ins className={classes.after}>{text}</ins>
}

const Waiting = ({ review }: { review: CompanyReview }) => (
  <Panel title={states.waitingTitle} aside={<ReviewBadge review={review} />}>
    <p className={classes.line}>{states.waitingText}</p>
    <SmallTable label={states.waitingTitle} head={states.head}>
      {review.changes.map(({ field, before, after }) => (
        <tr key={field}>
          <td>{fieldNames[field] ?? field}</td>
          <td>
            <Said field={field} value={before} isBefore />
          </td>
          <td>
            <Said field={field} value={after} />
          </td>
        </tr>
      ))}
    </SmallTable>
  </Panel>
)

const pastMax = 5

function PastReviews() {
  const list = useListed('getAudit', { action: 'company', sort: '-id' })
  const outcomes: Readonly<Record<string, string>> = states.outcomes
  const past = list.items.filter(({ action }) => outcomes[action] !== undefined).slice(0, pastMax)
  return (
    <Panel title={states.past}>
      {past.length === 0 ? (
        <p className={classes.line}>{states.noPast}</p>
      ) : (
        <ul className={classes.past}>
          {past.map(({ id, action, at }) => (
            <li key={id}>
              <span>{outcomes[action]}</span>
              <Time at={at} as="time" />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function useProfileForm(review: CompanyReview) {
  const change = useChange('patchCompany')
  const move = useChange('patchCompanyLocation')
  const start = valuesOf(profileAfter(review))
  return useForm({
    start,
    judge: ({ name, phones, website, country_code, ...values }) => ({
      name: name.trim() === '' ? words.form.missing : undefined,
      country_code: /^([A-Z]{2})?$/.test(country_code.trim()) ? undefined : texts.countryFault,
      latitude: coordinatesIn(values) === undefined ? texts.positionFault : undefined,
      phones: phonesFit(phones) ? undefined : texts.phoneFault,
      website: isWebsite(website) ? undefined : texts.websiteFault,
    }),
    serverNames: {
      about: 'marketing_info.about',
      website: 'marketing_info.website',
      email: 'marketing_info.email',
      phones: 'marketing_info.phones',
      schedule: 'marketing_info.schedule',
    },
    send: async (values) => {
      const [body, location] = [changeOf(start, values), locationChangeOf(start, values)]
      if (!body && !location) return toast(texts.nothing)
      if (body) await change.mutateAsync({ params: undefined, body })
      if (location) await move.mutateAsync({ params: undefined, body: location })
      toast(texts.sent)
    },
  })
}

function ProfileForm({ form }: { form: ReturnType<typeof useProfileForm> }) {
  const { values, set } = form
  const toggled = <T,>(list: readonly T[], item: T): readonly T[] =>
    list.includes(item) ? list.filter((one) => one !== item) : [...list, item].toSorted()
  return (
    <Form form={form} act={texts.act}>
      <TextField form={form} name="name" label={texts.name} maxLength={100} />
      <AreaField form={form} name="about" label={texts.about} hint={texts.aboutHint} rows={4} maxLength={5000} />
      <FieldRow>
        <TextField
          form={form}
          name="website"
          type="url"
          label={texts.website}
          hint={texts.websiteHint}
          maxLength={200}
        />
        <TextField form={form} name="email" type="email" label={texts.email} hint={texts.emailHint} maxLength={200} />
      </FieldRow>
      <AreaField form={form} name="phones" label={texts.phones} hint={texts.phonesHint} rows={3} />
      <TextField
        form={form}
        name="schedule"
        label={texts.schedule}
        placeholder={texts.schedulePlaceholder}
        maxLength={500}
      />
      <fieldset className={classes.boxes}>
        <legend>{texts.workingDays}</legend>
        {days.map((day, index) => (
          <Checkbox
            key={day}
            label={day}
            checked={values.working_days.includes(index + 1)}
            onChange={() => set('working_days', toggled(values.working_days, index + 1))}
          />
        ))}
      </fieldset>
      <fieldset className={classes.boxes}>
        <legend>{texts.areas}</legend>
        {areas.map(([area, title]) => (
          <Checkbox
            key={area}
            label={title}
            checked={values.areas.includes(area)}
            onChange={() => set('areas', toggled(values.areas, area))}
          />
        ))}
      </fieldset>
      <FieldRow>
        <TextField form={form} name="address" label={texts.address} maxLength={300} />
        <TextField form={form} name="country_code" label={texts.country} hint={texts.countryHint} maxLength={2} />
      </FieldRow>
      <PlaceSearch
        find={(search, signal) => call('getConsolePlaces', { search, near: undefined }, undefined, signal)}
        onChoose={(place) => {
          if (!place) return
          set('latitude', String(place.latitude))
          set('longitude', String(place.longitude))
        }}
      />
      <FieldRow>
        <TextField form={form} name="latitude" label={texts.latitude} hint={texts.positionHint} maxLength={20} />
        <TextField form={form} name="longitude" label={texts.longitude} hint={texts.positionHint} maxLength={20} />
      </FieldRow>
      <SwitchField form={form} name="shown" label={texts.shown} hint={texts.shownHint} />
    </Form>
  )
}
