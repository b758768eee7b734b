/** Gets streets: copies the map of a country or a box from a larger one in the background. */
import { Button, Group, Progress } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../api/call.ts'
import type { OperatorMapCopy } from '../../../api/generated.ts'
import { queryClient, useChange, useOperation } from '../../../api/queries.ts'
import { Loaded } from '../../../shared/feedback/Loaded.tsx'
import { Failure, Notice } from '../../../shared/feedback/Notice.tsx'
import formClasses from '../../../shared/forms/form.module.css'
import { SelectField, TextField, useForm } from '../../../shared/forms/form.tsx'
import { Panel } from '../../../shared/layout/Panel.tsx'
import { operator } from '../../../shared/texts/operator.ts'
import { formatBytes } from '../../blocks/bytes.ts'
import { toastFailure } from '../../blocks/toasts.tsx'
import classes from '../operator.module.css'

const { copy: texts } = operator.map
const askEveryMs = 2_000

export function MapCopyPanel() {
  const query = useOperation('getOperatorMapCopy', undefined, { everyMilliseconds: askEveryMs })
  const isDone = query.data?.copy?.state === 'done'
  // The rest of the page shows the new map at once, not at its next refresh.
  useEffect(() => {
    if (isDone) void queryClient.invalidateQueries()
  }, [isDone])
  return (
    <Panel title={texts.title}>
      <div className={classes.stack}>
        <p className={classes.text}>{texts.text}</p>
        <Loaded query={query} height={220}>
          {(found) => (
            <>
              {found.copy && <State copy={found.copy} />}
              {!isActive(found.copy) && <CopyForm found={found} />}
            </>
          )}
        </Loaded>
      </div>
    </Panel>
  )
}

const isActive = (copy: OperatorMapCopy['copy']) => copy?.state === 'reading' || copy?.state === 'copying'

function State({ copy }: { copy: NonNullable<OperatorMapCopy['copy']> }) {
  const stopping = useChange('deleteOperatorMapCopy')
  const { state, area, bytes, bytes_total: total, failure } = copy
  if (state === 'done') return <Notice tone="good">{texts.done(area)}</Notice>
  if (state === 'stopped') return <Notice tone="quiet">{texts.stopped(area)}</Notice>
  if (state === 'failed') return <Notice tone="warning">{texts.failed(area, failure ?? '')}</Notice>
  const percent = total === null || total === 0 ? 0 : (bytes / total) * 100
  return (
    <div className={classes.stack}>
      <p className={classes.text}>
        {total === null ? texts.reading(area) : texts.copying(area, formatBytes(bytes), formatBytes(total))}
      </p>
      <Progress value={percent} aria-label={texts.progress} />
      <Group gap="sm">
        <Button
          variant="default"
          loading={stopping.isPending}
          onClick={() => void stopping.mutateAsync({ params: undefined }).catch(toastFailure)}
        >
          {texts.stop}
        </Button>
      </Group>
    </div>
  )
}

interface Values {
  source: string
  country: string
  box: string
}

function wishOf({ source, country, box }: Values) {
  const degrees = box.split(/[\s,;]+/).filter((part) => part !== '')
  return {
    ...(source.trim() !== '' && { source: source.trim() }),
    ...(country === '' ? { box: degrees.map(Number) } : { country }),
  }
}

const isBox = (text: string) => {
  const degrees = text.split(/[\s,;]+/).filter((part) => part !== '')
  return degrees.length === 4 && degrees.every((part) => Number.isFinite(Number(part)))
}

function CopyForm({ found }: { found: OperatorMapCopy }) {
  const starting = useChange('postOperatorMapCopy')
  const measuring = useMutation({
    mutationFn: (values: Values) => call('postOperatorMapCopySize', undefined, wishOf(values)),
  })
  const form = useForm<Values>({
    start: { source: found.source ?? '', country: '', box: '' },
    judge: ({ source, country, box }) => ({
      source: source.trim() === '' ? texts.sourceFault : undefined,
      box: country !== '' || isBox(box) ? undefined : texts.boxFault,
    }),
    send: async (values) => {
      await starting.mutateAsync({ params: undefined, body: wishOf(values) })
    },
  })
  return (
    <form className={formClasses.form} onSubmit={form.submit} noValidate>
      <TextField form={form} name="source" label={texts.source} hint={texts.sourceHint} maxLength={2000} />
      <SelectField
        form={form}
        name="country"
        label={texts.country}
        none={texts.noCountry}
        options={found.countries.map(({ code, name }) => ({ value: code, label: name }))}
      />
      {form.values.country === '' && (
        <TextField form={form} name="box" label={texts.box} hint={texts.boxHint} maxLength={100} />
      )}
      {measuring.data && <Notice tone="quiet">{texts.size(formatBytes(measuring.data.bytes))}</Notice>}
      <Failure error={measuring.error ?? form.error} />
      <div className={formClasses.buttons}>
        <Button
          variant="default"
          loading={measuring.isPending}
          onClick={({ currentTarget }) => {
            if (form.validate(currentTarget.form)) measuring.mutate(form.values)
          }}
        >
          {texts.measure}
        </Button>
        <Button type="submit" loading={form.isBusy}>
          {texts.act}
        </Button>
      </div>
    </form>
  )
}
