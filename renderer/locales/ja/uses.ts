// What voices may be used for, in Japanese.
import type { Translation } from '../../../shared/words/words.ts';
import type { uses as english } from '../en/uses.ts';

export const uses: Translation<typeof english> = {
  notCommercial: '商用不可',
  notCommercialHint: '{voice}のライセンスでは商用利用が禁止されています：{licence}',
  casting: '商用利用はできません（{licence}）。読み上げた音声を販売することはできません。',
  take: {
    summary: 'ライセンス：{licences}',
    consent: '同意：{consents}',
    licence: 'ライセンス',
    attribution: 'クレジット',
    commercial: '商用利用',
    allowed: '可',
    forbidden: '不可',
    forbiddenUses: 'その他の禁止事項',
    consentId: 'クローンへの同意',
  },
  exported: {
    heading: 'ボイスとライセンス',
    warning:
      '{voices, plural, other {#件のボイスは商用利用できません。無料でのみ公開するか、別のボイスを配役してください：}}',
    heard: '{voice}（{licence}）：{roles}、{lines, plural, other {#行：{numbers}}}{more, select, yes {…} other {}}',
    forbiddenUses: '公開の目的にかかわらず、次の用途は禁止されています：',
    forbiddenUse: '{voice}：{use}',
    credits: '貼り付け用のクレジット：',
    copy: 'クレジットをコピー',
    unrecorded: '{lines, plural, other {#行については、ボイスを何に使ってよいかが記録されていません。}}',
  },
};
