import Type from 'typebox'
import { on, secretOn } from './setting-pages.ts'

/** Where and when backups are made, and how long they are kept. */
export const backupSettings = {
  WAYMARK_BACKUP_PASSPHRASE_FILE: Type.String({
    default: '',
    description:
      'File with a passphrase of at least 12 characters that encrypts backups. Empty: automatic backups are encrypted with a key from master.key, others are not encrypted.',
  }),
  WAYMARK_BACKUP_TIME: Type.String({
    ...on('backups'),
    default: '',
    pattern: '^(([01]\\d|2[0-3]):[0-5]\\d)?$',
    description:
      'Time of the daily backup in UTC, such as 03:15. These backups are always encrypted. Empty: no automatic backups.',
  }),
  WAYMARK_BACKUP_TO: Type.String({
    ...on('backups'),
    default: '',
    pattern: '^(/[^\\p{Cc}]*|s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[\\w./=-]*)?)?$',
    description:
      'Where automatic backups are stored: a folder, such as /backup/waymark, or S3-compatible storage, such as s3://bucket/folder; empty: the folder backups in the data folder.',
  }),
  WAYMARK_BACKUP_S3_URL: Type.String({
    ...on('backups'),
    default: '',
    pattern: '^(https?://[^\\s?#@]+)?$',
    description:
      'The address of the S3-compatible storage, such as https://s3.example.com. If the host name contains the bucket, put {bucket} there. Empty: Amazon S3 in the region.',
  }),
  WAYMARK_BACKUP_S3_REGION: Type.String({
    ...on('backups'),
    default: 'us-east-1',
    pattern: '^[a-z0-9-]{1,40}$',
    description: 'The region of the S3-compatible storage.',
  }),
  WAYMARK_BACKUP_S3_KEY_ID: Type.String({
    ...on('backups'),
    default: '',
    pattern: '^[!-~]{0,128}$',
    description: 'The ID of the access key for the S3-compatible storage.',
  }),
  WAYMARK_BACKUP_S3_SECRET: Type.String({
    ...secretOn('backups'),
    default: '',
    pattern: '^[!-~]{0,256}$',
    description: 'The secret of that access key.',
  }),
  WAYMARK_BACKUP_KEEP_DAILY: Type.Integer({
    ...on('backups'),
    minimum: 1,
    maximum: 366,
    default: 7,
    description: 'Number of days whose last automatic backup is kept.',
  }),
  WAYMARK_BACKUP_KEEP_WEEKLY: Type.Integer({
    ...on('backups'),
    minimum: 0,
    maximum: 520,
    default: 4,
    description: 'Number of weeks whose last automatic backup is kept.',
  }),
  WAYMARK_BACKUP_KEEP_MONTHLY: Type.Integer({
    ...on('backups'),
    minimum: 0,
    maximum: 240,
    default: 12,
    description: 'Number of months whose last automatic backup is kept.',
  }),
  WAYMARK_BACKUP_TEST_DAYS: Type.Integer({
    ...on('backups'),
    minimum: 0,
    maximum: 366,
    default: 7,
    description: 'Days between test restores of the newest automatic backup into a separate database; 0: never.',
  }),
}
