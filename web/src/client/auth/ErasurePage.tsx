/**
 * The page of the link in the email about a deletion: until the day it can be undone, afterwards it has the
 * certificate.
 */
import { Button, Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Refused } from '../../shared/api.ts'
import { AuthLayout, ToLogin } from '../../shared/auth/AuthLayout.tsx'
import { Failure, Notice } from '../../shared/feedback/Notice.tsx'
import { saveFile } from '../../shared/files/save-file.ts'
import { formatDeadline, formatTime } from '../../shared/format/times.ts'
import { locale, texts } from '../../shared/texts/texts.ts'
import type { Erasure } from '../types.ts'
import classes from './ErasurePage.module.css'

const words = texts.owner.erasure

export function ErasurePage({ token }: { token: string }) {
  const erasure = useQuery({
    queryKey: ['postClientErasure', token],
    queryFn: ({ signal }) => call('postClientErasure', undefined, { token }, signal),
    staleTime: 'static',
    enabled: token !== '',
  })
  if (erasure.data) return <Known erasure={erasure.data} token={token} />
  const isInvalid = token === '' || (erasure.error instanceof Refused && erasure.error.status === 400)
  return (
    <AuthLayout title={words.page}>
      {isInvalid ? (
        <Notice tone="warning">{words.invalid}</Notice>
      ) : erasure.error ? (
        <Failure error={erasure.error} retry={erasure.refetch} />
      ) : (
        <Skeleton height={160} role="status" aria-label={texts.shared.loading} />
      )}
      <ToLogin />
    </AuthLayout>
  )
}

const Known = ({ erasure, token }: { erasure: Erasure; token: string }) =>
  erasure.erased ? (
    <Certificate erasure={erasure} erased={erasure.erased} />
  ) : (
    <Waiting erasure={erasure} token={token} />
  )

/** Needs a click, because mail programs open links automatically to check them. */
function Waiting({ erasure, token }: { erasure: Erasure; token: string }) {
  const undoing = useMutation({ mutationFn: () => call('postClientErasureUndo', undefined, { token }) })
  if (undoing.isSuccess) {
    return (
      <AuthLayout title={words.page}>
        <Notice tone="good">{words.kept}</Notice>
        <Button component="a" href="/login" size="md">
          {texts.client.login.button}
        </Button>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={words.page} explain={words.scheduled(formatDeadline(erasure.due_at))}>
      <Text size="sm" c="dimmed">
        {words.requested(formatTime(erasure.requested_at))}
      </Text>
      <Failure error={undoing.error} />
      <Button size="md" loading={undoing.isPending} onClick={() => undoing.mutate()}>
        {words.keep}
      </Button>
    </AuthLayout>
  )
}

function Certificate({ erasure, erased }: { erasure: Erasure; erased: NonNullable<Erasure['erased']> }) {
  const { certificate } = words
  const number = (value: number) => value.toLocaleString(locale)
  const facts: readonly (readonly [name: string, value: string])[] = [
    [certificate.id, erasure.id],
    [certificate.requestedBy, certificate.by[erasure.requested_by]],
    [certificate.requestedAt, formatDeadline(erasure.requested_at)],
    [certificate.erasedAt, formatDeadline(erasure.erased_at ?? erasure.due_at)],
    [certificate.people, number(erased.people)],
    [certificate.units, number(erased.units)],
    [certificate.messages, number(erased.messages)],
    [certificate.records, number(erased.records)],
    [certificate.billsKept, number(erased.bills_kept)],
  ]
  const save = (ending: string, content: string, type: string) =>
    saveFile(`certificate-of-erasure-${erasure.id}.${ending}`, content, type)
  return (
    <AuthLayout title={certificate.title} explain={certificate.explain}>
      <section aria-label={certificate.label}>
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <div key={name} className={classes.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <Text size="sm" c="dimmed">
        {erased.bills_kept > 0 && `${certificate.billsHint} `}
        {certificate.backups}
      </Text>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => save('txt', `${erasure.text}\n`, 'text/plain;charset=utf-8')}>
          {certificate.saveText}
        </Button>
        <Button
          variant="default"
          onClick={() => save('json', `${JSON.stringify(erasure, null, 2)}\n`, 'application/json')}
        >
          {certificate.saveJson}
        </Button>
      </div>
    </AuthLayout>
  )
}
