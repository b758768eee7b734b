/** Logo, colour, names and links, with a live preview of what clients see; and the dealer's own domain. */
import { Button, ColorInput, FileButton } from '@mantine/core'
import { useState } from 'react'
import type { Brand } from '../../api/generated.ts'
import { useChange, useOperation } from '../../api/queries.ts'
import { CompanyCard } from '../../shared/content/CompanyCard.tsx'
import { TrashIcon, UploadIcon } from '../../shared/content/Icons.tsx'
import { Loaded } from '../../shared/feedback/Loaded.tsx'
import { Form, type FormState, TextField, useForm } from '../../shared/forms/form.tsx'
import { BrandBar } from '../../shared/layout/BrandBar.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { webAddress } from '../../shared/router/addresses.ts'
import { words } from '../../shared/texts/console.ts'
import { Columns } from '../blocks/layout.tsx'
import { toast } from '../blocks/toasts.tsx'
import { useDealer, useMay } from '../session.ts'
import classes from './Company.module.css'
import { DomainPanel } from './DomainPanel.tsx'
import { iconOf } from './icon.ts'
import { logoFault, readAsDataUrl } from './logo.ts'
import { MailServerPanel } from './MailServerPanel.tsx'

const { brand: texts } = words.company

interface Values {
  logo: string
  colour: string
  sender_name: string
  app_name: string
  help_url: string
  imprint_url: string
  privacy_url: string
  terms_url: string
}

const links = ['help_url', 'imprint_url', 'privacy_url', 'terms_url'] as const

export function BrandTab() {
  const brand = useOperation('getBrand', undefined)
  return (
    <Loaded query={brand} height={360}>
      {(found) => <BrandPanels brand={found} />}
    </Loaded>
  )
}

const isLink = (text: string) => text.trim() === '' || webAddress(text.trim()) !== undefined
const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

function BrandPanels({ brand }: { brand: Brand }) {
  const may = useMay()
  const change = useChange('patchBrand')
  const form = useForm<Values>({
    start: {
      ...{ logo: brand.logo ?? '', colour: brand.colour ?? '', sender_name: brand.sender_name ?? '' },
      ...{ app_name: brand.app_name ?? '', help_url: brand.help_url ?? '', imprint_url: brand.imprint_url ?? '' },
      ...{ privacy_url: brand.privacy_url ?? '', terms_url: brand.terms_url ?? '' },
    },
    judge: (values) => ({
      colour: values.colour === '' || isColour(values.colour) ? undefined : texts.colourFault,
      ...Object.fromEntries(links.map((name) => [name, isLink(values[name]) ? undefined : texts.linkFault])),
    }),
    send: async ({ logo, colour, sender_name, app_name, ...rest }) => {
      const body = {
        // The picture is large: it is sent only if it changed, together with an icon made from it.
        ...(logo !== (brand.logo ?? '') && { logo: logo || null, icon: logo ? await iconOf(logo) : null }),
        colour: colour || null,
        sender_name: sender_name.trim() || null,
        app_name: app_name.trim() || null,
        ...Object.fromEntries(links.map((name) => [name, rest[name].trim() || null])),
      }
      await change.mutateAsync({ params: undefined, body })
      toast(texts.saved)
    },
  })
  return (
    <Columns>
      {may('manage') && (
        <Panel title={texts.title}>
          <p className={classes.line}>{texts.explain}</p>
          <Form form={form}>
            <LogoField form={form} />
            <ColorInput
              label={texts.colour}
              description={texts.colourHint}
              name="colour"
              format="hex"
              withEyeDropper={false}
              value={form.values.colour}
              error={form.faultOf('colour')}
              onChange={(colour) => form.set('colour', colour)}
            />
            <TextField form={form} name="sender_name" label={texts.sender} hint={texts.senderHint} maxLength={60} />
            <TextField form={form} name="app_name" label={texts.app} hint={texts.appHint} maxLength={40} />
            {links.map((name) => (
              <TextField
                key={name}
                form={form}
                name={name}
                label={texts.links[name]}
                hint={texts.linkHint}
                maxLength={300}
              />
            ))}
          </Form>
        </Panel>
      )}
      <div className={classes.stack}>
        <DomainPanel />
        <MailServerPanel />
        <Preview values={form.values} />
      </div>
    </Columns>
  )
}

function LogoField({ form }: { form: FormState<Values> }) {
  const [fault, setFault] = useState<string>()
  const choose = async (file: File | null) => {
    if (!file) return
    const wrong = logoFault(file)
    setFault(
      wrong === 'size' ? texts.tooLarge(Math.ceil(file.size / 1024)) : wrong === 'kind' ? texts.wrongKind : undefined,
    )
    if (!wrong) form.set('logo', await readAsDataUrl(file))
  }
  const told = fault ?? form.faultOf('logo')
  return (
    <div>
      <p className={classes.fieldLabel}>{texts.logo}</p>
      <p className={classes.fieldHint}>{texts.logoHint}</p>
      <div className={classes.logoRow}>
        <span className={classes.logoBox}>
          {form.values.logo ? <img src={form.values.logo} alt={texts.logoAlt} /> : texts.noLogo}
        </span>
        <FileButton accept="image/png,image/svg+xml" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<UploadIcon />}>
              {texts.choose}
            </Button>
          )}
        </FileButton>
        {form.values.logo && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<TrashIcon />}
            onClick={() => {
              setFault(undefined)
              form.set('logo', '')
            }}
          >
            {texts.remove}
          </Button>
        )}
      </div>
      {told && (
        <p className={classes.fault} role="alert">
          {told}
        </p>
      )}
    </div>
  )
}

function Preview({ values }: { values: Values }) {
  const { name } = useDealer()
  const review = useOperation('getCompanyReview', undefined)
  const colour = isColour(values.colour) ? values.colour : null
  const logo = values.logo || null
  const company = review.data?.company ?? { name }
  return (
    <Panel title={texts.preview}>
      <div className={classes.stack}>
        <div>
          <p className={classes.previewTitle}>{texts.bar}</p>
          <div className={classes.sheet}>
            <BrandBar brand={{ logo, colour }} company={company.name} title={texts.client} isPreview />
          </div>
        </div>
        <div>
          <p className={classes.previewTitle}>{texts.account}</p>
          <div className={`${classes.sheet} ${classes.inside}`}>
            <CompanyCard company={company} brand={{ logo }} />
          </div>
        </div>
        <div>
          <p className={classes.previewTitle}>{texts.mail}</p>
          <div className={`${classes.sheet} ${classes.mail}`}>
            <span className={classes.mailFrom}>{texts.mailFrom(values.sender_name.trim() || texts.mailNobody)}</span>
            <span className={classes.quiet}>{texts.mailSubject}</span>
          </div>
        </div>
      </div>
    </Panel>
  )
}
