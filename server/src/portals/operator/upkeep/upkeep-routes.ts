/** Routes for an operator's maintenance. The jobs and the checks come as arguments: this wing does not know them. */
import Type from 'typebox'
import type { OperatorCall } from '#identity/staff/call.ts'
import { EnumOf, Nullable, Time } from '#kernel/api/fields.ts'
import { bare, byNumber, plainRoute } from '#kernel/api/route.ts'
import type { Context } from '#kernel/context.ts'
import type { Job } from '#kernel/jobs/job.ts'
import { discardQuarantined, listQuarantined } from '#tracking/messages/actions.ts'
import { readJobs } from '../actions.ts'
import { JobShape, jobToWire } from '../wire.ts'
import { readVersion } from './releases.ts'
import { type Finding, replayFrame, runJob } from './upkeep.ts'

const route = plainRoute<OperatorCall>()
const tag = 'Installation'
const quarantineMax = 1000
const ofFrame = byNumber('frame')

const FindingShape = Type.Object(
  {
    check: Type.String({ example: 'disk space' }),
    ok: Type.Boolean(),
    says: Type.String({
      example: '84.8 GiB (76 %) are free.',
      description: 'The finding. For a problem, also the fix.',
    }),
  },
  { title: 'CheckResult' },
)

const JobRunShape = Type.Object(
  {
    name: Type.String({ example: 'mails.send' }),
    done: Nullable(Type.Integer({ example: 3, description: 'How many items it handled. Null: it is still running.' })),
  },
  { title: 'JobRun' },
)

const QuarantinedFrameShape = Type.Object(
  {
    id: Type.Integer({ example: 17 }),
    unit_id: Type.Integer(),
    at: Time,
    bytes: Type.Integer({ example: 86, description: 'Size of the frame.' }),
    code: Nullable(Type.String({ example: '22003', description: 'SQLSTATE of the database.' })),
    reason: Type.String({ example: 'value out of range', description: 'Why the database rejected it.' }),
    tried_by: Nullable(Type.String({ example: '0.1.0, 0120', description: 'The version that tried it last.' })),
  },
  { title: 'QuarantinedFrame' },
)

const VersionShape = Type.Object(
  {
    version: Type.String({ example: '0.1.0' }),
    check: EnumOf(['off', 'failed', 'done'], 'Result of the check for newer versions (`WAYMARK_RELEASES_URL`).'),
    newer: Nullable(
      Type.Object({
        version: Type.String({ example: '0.2.0' }),
        url: Type.String({
          example: 'https://code.example.com/waymark/releases/0.2.0',
          description: 'Its release page.',
        }),
      }),
    ),
  },
  { title: 'Version' },
)

export const upkeepRows = (jobs: readonly Job[], examine: (ctx: Context) => Promise<readonly Finding[]>) => [
  route({
    method: 'GET',
    path: '/version',
    tag,
    summary: 'Read the version, and whether a newer one is released',
    reply: bare(VersionShape),
    handle: (call) => readVersion(call),
  }),
  route({
    method: 'GET',
    path: '/checks',
    tag,
    summary: 'Check the installation',
    description: 'As `npx waymark doctor` does, on the node that answers. It takes a few seconds.',
    reply: bare(Type.Array(FindingShape)),
    handle: (call) => examine(call),
  }),
  route({
    method: 'GET',
    path: '/jobs',
    tag,
    summary: 'List jobs and how far they lag',
    reply: bare(Type.Array(JobShape)),
    handle: async (call) => (await readJobs(call, jobs)).map(jobToWire),
  }),
  route({
    method: 'POST',
    path: '/jobs/:name/run',
    tag,
    summary: 'Run a job now',
    description: 'It does what is due, and nothing else. A job that takes longer than 20 seconds continues.',
    params: Type.Object({ name: Type.String({ example: 'mails.send', maxLength: 100 }) }, { title: 'job' }),
    reply: bare(JobRunShape),
    handle: async (call, { params }) => ({ name: params.name, done: (await runJob(call, jobs, params.name)) ?? null }),
  }),
  route({
    method: 'GET',
    path: '/quarantine',
    tag,
    summary: 'List frames in quarantine, oldest first',
    description: `Acknowledged frames with values that the database rejected. At most ${quarantineMax}.`,
    reply: bare(Type.Array(QuarantinedFrameShape)),
    handle: async (call) =>
      (await listQuarantined(call, quarantineMax)).map(({ unitId, triedBy, ...held }) => ({
        ...held,
        ...{ unit_id: unitId, tried_by: triedBy },
      })),
  }),
  route({
    method: 'POST',
    path: '/quarantine/:id/replay',
    tag,
    summary: 'Store a frame from quarantine',
    params: ofFrame,
    reply: bare(Type.Null(), 204),
    handle: async (call, { params }) => {
      await replayFrame(call, params.id)
      return null
    },
  }),
  route({
    method: 'DELETE',
    path: '/quarantine/:id',
    tag,
    summary: 'Discard a frame in quarantine',
    description: 'Its messages are lost.',
    params: ofFrame,
    reply: bare(Type.Null(), 204),
    handle: async (call, { params }) => {
      await discardQuarantined(call, params.id)
      return null
    },
  }),
]
