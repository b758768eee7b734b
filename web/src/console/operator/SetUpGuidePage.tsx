/** The operator's first steps, one after the other. Each can be skipped, and all of them are in Settings too. */
import { Button } from '@mantine/core'
import { Notice } from '../../shared/feedback/Notice.tsx'
import { Panel } from '../../shared/layout/Panel.tsx'
import { to } from '../../shared/router/router.ts'
import { settingTexts } from '../../shared/texts/console-settings.ts'
import { PageBody, PageHead, TabLinks } from '../blocks/layout.tsx'
import type { PageProps } from '../page.ts'
import { DealerSteps } from './dealers/NewDealerPage.tsx'
import { MapCopyPanel } from './maps/MapCopyPanel.tsx'
import classes from './operator.module.css'
import { SettingsForm } from './SettingsForm.tsx'

const { guide, pages } = settingTexts
const steps = ['installation', 'mail', 'map', 'payments', 'dealer'] as const
type Step = (typeof steps)[number]
const titleOf = (step: Step) => (step === 'dealer' ? guide.dealer.title : pages[step].title)
const addressOf = (step: Step | undefined) => (step ? to('/set-up/:step', { step }) : to('/overview'))

export function SetUpGuidePage({ params }: PageProps) {
  const at = Math.max(0, steps.indexOf(params.step as Step))
  const step = steps[at] ?? 'installation'
  const next = addressOf(steps[at + 1])
  const isLast = at === steps.length - 1
  return (
    <PageBody isNarrow>
      <PageHead title={guide.title} detail={guide.step(at + 1, steps.length)} />
      <TabLinks
        label={guide.steps}
        current={step}
        tabs={steps.map((name) => ({ name, title: titleOf(name), address: addressOf(name) }))}
      />
      {step === 'installation' && !window.location.protocol.startsWith('https') && (
        <Notice tone="quiet" title={guide.tls}>
          {guide.tlsText}
        </Notice>
      )}
      {step === 'map' && <MapCopyPanel />}
      {step === 'dealer' ? (
        <>
          <p className={classes.text}>{guide.dealer.text}</p>
          <DealerSteps />
        </>
      ) : (
        <Panel>
          <div className={classes.stack}>
            <p className={classes.text}>{pages[step].text}</p>
            <SettingsForm
              key={step}
              page={step}
              act={guide.next}
              done={() => {
                window.location.hash = next
              }}
            />
          </div>
        </Panel>
      )}
      <div className={classes.buttons}>
        <Button component="a" href={next} variant="default">
          {isLast ? guide.finish : guide.skip}
        </Button>
      </div>
      <p className={classes.quiet}>{guide.later}</p>
    </PageBody>
  )
}
